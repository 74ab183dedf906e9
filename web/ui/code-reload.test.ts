// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForCode, reloadingAfterFailures } from './code-reload.ts'

const deletedCaches: string[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('caches', { delete: async (name: string) => deletedCaches.push(name) })
  vi.stubGlobal('fetch', async () => new Response(''))
  // jsdom has no navigation, and says so.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  deletedCaches.length = 0
  sessionStorage.clear()
  document.body.innerHTML = ''
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('A page reloads once for missing code, and again only after a while', async () => {
  expect(await reloadForCode()).toBe(true)
  expect(deletedCaches).toEqual(['app'])
  expect(await reloadForCode()).toBe(false)
  vi.setSystemTime(Date.now() + 61_000)
  expect(await reloadForCode()).toBe(true)
})

test.each<[when: string, prepare: () => void]>([
  ['without a network', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))],
  ['while the server fails', () => vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))],
  [
    'while a text is being written',
    () => {
      document.body.innerHTML = '<textarea>Ciao</textarea>'
    },
  ],
  [
    'while a field is being filled in',
    () => {
      document.body.innerHTML = '<input type="text" value="Piazza" />'
    },
  ],
  [
    'while a chosen photo waits',
    () => {
      document.body.innerHTML = '<img src="data:image/png;base64," alt="" />'
    },
  ],
])('A page does not reload %s', async (_when, prepare) => {
  prepare()
  expect(await reloadForCode()).toBe(false)
  expect(deletedCaches).toEqual([])
})

test('A search and a chosen option are no reason to keep a broken page', async () => {
  document.body.innerHTML =
    '<input type="search" value="bar" /><input type="radio" value="1" checked /><textarea></textarea>'
  expect(await reloadForCode()).toBe(true)
})

test('The first failure of a part leaves the page, the second reloads it', async () => {
  const load = reloadingAfterFailures(() => Promise.reject(new TypeError('no module')))
  await expect(load()).rejects.toThrow('no module')
  expect(deletedCaches).toEqual([])
  await expect(load()).rejects.toThrow('no module')
  await vi.waitFor(() => expect(deletedCaches).toEqual(['app']))
})
