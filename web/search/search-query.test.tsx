// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useNavigationType } from 'react-router'
import { PageRouter } from '#web/navigation/PageRouter.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackNavigation } from '#web/navigation/go-back.ts'
import { useSearch } from './search-query.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const App = ({ children }: { children: ReactNode }) => (
  <BackNavigation value={useNavigationType() === 'POP'}>{children}</BackNavigation>
)
const wrapper = ({ children }: { children: ReactNode }) => (
  <PageRouter>
    <App>{children}</App>
  </PageRouter>
)

function openSearch(url: string) {
  window.history.replaceState(null, '', url)
  const { result } = renderHook(useSearch, { wrapper })
  return {
    now: () => result.current,
    type: (text: string) => act(() => result.current.setTyped(text)),
    choose: (kind: 'hashtags' | 'people') => act(() => result.current.setKind(kind)),
  }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const url = () => window.location.pathname + window.location.search

test('While somebody types fast nothing is searched for; a pause of a fifth of a second searches, and notes it', () => {
  const { now, type } = openSearch('/search')
  const steps = window.history.length
  for (const text of ['b', 'be', 'ber']) {
    type(text)
    pass(199)
    expect(now().query).toBe('')
  }
  pass(1)
  expect(now()).toMatchObject({ typed: 'ber', query: 'ber', kind: 'everything' })
  expect(url()).toBe('/search?q=ber')
  expect(window.history.length).toBe(steps)
})

test('An emptied box shows suggestions at once', () => {
  const { now, type } = openSearch('/search?q=bergamo')
  expect(now().query).toBe('bergamo')
  type('  ')
  expect(now().query).toBe('')
  pass(200)
  expect(url()).toBe('/search')
})

test('Query and kind of the URL are there at the start; a kind that does not exist is everything', () => {
  expect(openSearch('/search?q=naviglio&in=posts').now()).toMatchObject({ query: 'naviglio', kind: 'posts' })
  cleanup()
  expect(openSearch('/search?q=naviglio&in=streets').now().kind).toBe('everything')
})

test('A query that begins with # looks for hashtags, unless another kind is chosen', () => {
  const { now, choose } = openSearch('/search?q=%23lanterne')
  expect(now().kind).toBe('hashtags')
  choose('people')
  expect(now().kind).toBe('people')
  expect(url()).toBe('/search?q=%23lanterne&in=people')
})

test('A kind that is chosen before the typing has paused is kept, and so is the text', () => {
  const { now, type, choose } = openSearch('/search?q=naviglio&in=posts')
  type('#lanter')
  choose('hashtags')
  expect(url()).toBe('/search?q=naviglio&in=posts')
  pass(200)
  expect(url()).toBe('/search?q=%23lanter&in=hashtags')
  expect(now()).toMatchObject({ typed: '#lanter', query: '#lanter', kind: 'hashtags' })
})

test('Text that is typed just when its beginning is noted in the URL stays', () => {
  const { now, type } = openSearch('/search')
  const replaceState = window.history.replaceState.bind(window.history)
  vi.spyOn(window.history, 'replaceState').mockImplementationOnce((...noted) => {
    replaceState(...noted)
    now().setTyped('bergamo')
  })
  type('berga')
  pass(200)
  expect(now().typed).toBe('bergamo')
  pass(200)
  expect(now().typed).toBe('bergamo')
  expect(url()).toBe('/search?q=bergamo')
})

test('Somebody who types and at once goes elsewhere is not taken back to the search', () => {
  const { type } = openSearch('/search?q=bergamo')
  type('bergamot')
  window.history.pushState(null, '', '/map')
  pass(200)
  expect(url()).toBe('/map')
})
