// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { forgetDestination, ownPath, rememberDestination, storedDestination } from './destination.ts'

const origin = 'https://dintorni.example'

describe('The destination after signing in', () => {
  test.each(['/location/9692', '/profile/12?tab=luoghi', '/comments/7#ultimo', '/'])('may be %s', (path) => {
    expect(ownPath(path, origin)).toBe(path)
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://evil.example/feed',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,ciao',
    '/feed/../..//evil.example',
    'feed',
    '',
  ])('is never %j', (path) => {
    expect(ownPath(path, origin)).toBeNull()
  })
})

describe('What is kept until somebody has signed in', () => {
  afterEach(forgetDestination)

  test('is the page that they wanted to see', () => {
    rememberDestination('/location/9692')
    expect(storedDestination()).toBe('/location/9692')
  })

  test('is no address of another site, and takes the place of none', () => {
    rememberDestination('/location/9692')
    rememberDestination('//evil.example/feed')
    expect(storedDestination()).toBe('/location/9692')
  })

  test('leads nowhere else when the storage holds an address of another site', () => {
    sessionStorage.setItem('destination', '//evil.example/feed')
    expect(storedDestination()).toBeNull()
  })
})
