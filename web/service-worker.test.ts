import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type FetchEventLike = { request: Request; respondWith: (response: Promise<Response>) => void }
type Handlers = Record<string, (event: FetchEventLike) => void>

const origin = 'https://dintorni.example'
const scriptUrl = `${origin}/assets/SettingsPage-12345678.js`
const script = () => new Response('export {}', { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
/** What a hotel's network or a page about maintenance answers. */
const otherPage = () => new Response('<h1>Accedi al Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })

const handlers: Handlers = {}
let stored: Map<string, Response>
let network: () => Promise<Response>

beforeEach(async () => {
  stored = new Map()
  const cache = { put: async ({ url }: Request, response: Response) => void stored.set(url, response) }
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => ({ ...cache, keys: async () => [] }),
    match: async (url: string) => stored.get(url),
  })
  vi.stubGlobal('addEventListener', (name: string, handler: Handlers[string]) => (handlers[name] = handler))
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('fetch', () => network())
  vi.resetModules()
  await import('./service-worker.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** Returns what a page gets for a file. */
async function request(url: string) {
  let response: Promise<Response> | undefined
  handlers.fetch?.({ request: new Request(url), respondWith: (answer) => (response = answer) })
  return response
}

test('A script is stored, and comes from the cache afterwards', async () => {
  network = async () => script()
  expect(await (await request(scriptUrl))?.text()).toBe('export {}')
  network = () => Promise.reject(new TypeError('no network'))
  expect(await (await request(scriptUrl))?.text()).toBe('export {}')
})

test('A page that answers in place of a script is not stored', async () => {
  network = async () => otherPage()
  await request(scriptUrl)
  expect(stored.size).toBe(0)
})

test('A page that was once stored in place of a script is replaced by the script', async () => {
  stored.set(scriptUrl, otherPage())
  network = async () => script()
  expect(await (await request(scriptUrl))?.text()).toBe('export {}')
  expect(stored.get(scriptUrl)?.headers.get('content-type')).toContain('javascript')
})

test.each([scriptUrl, `${origin}/media/abcdefghijklmnopqrstuvwx-640.webp`])(
  'Without a network %s fails as it would without a service worker',
  async (url) => {
    network = () => Promise.reject(new TypeError('no network'))
    expect((await request(url))?.type).toBe('error')
  },
)
