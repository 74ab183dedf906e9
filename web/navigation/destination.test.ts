import { describe, expect, test } from 'vitest'
import { ownPath } from './destination.ts'

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
