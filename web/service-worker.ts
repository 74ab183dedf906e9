/// <reference lib="webworker" />

import type { CacheName } from './platform/offline-cache.ts'

/** What the server pushes (`pushMessage` in server/notifications). */
type Message = { title: string; body: string; url: string; tag: string }

const worker = globalThis as unknown as ServiceWorkerGlobalScope

// It keeps nothing in memory, so a new one takes over at once.
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** A page that somebody looks at is live by itself. */
async function show({ title, body, url, tag }: Message) {
  if ((await pages()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) return
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang: 'it',
    icon: '/icon-512.png',
    badge: '/badge.png',
    data: { url },
  })
}

/** Leads there in a page that is open, or in a new one. */
async function lead(url: string) {
  const [page] = await pages()
  if (!page) return void (await worker.clients.openWindow(url))
  // A browser may refuse to bring it to the front, and still lead it there.
  await page.focus().catch(() => undefined)
  await page.navigate(url).catch(() => worker.clients.openWindow(url))
}

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as Message | undefined
  if (message) event.waitUntil(show(message))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead((event.notification.data as Pick<Message, 'url'>).url))
})

/** Milliseconds that the network may take before a page opens without it. */
const patience = 10_000

const keptOf = async (what: CacheName, url: string) =>
  caches.match(url, { cacheName: what, ignoreSearch: true, ignoreVary: true })

const tooLate = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('the network does not answer')), patience)
  })

/** From the network; without one, as the feed was last, or empty. */
async function openPage(request: Request) {
  try {
    return await Promise.race([fetch(request), tooLate()])
  } catch {
    return (await keptOf('last-feed', '/')) ?? (await keptOf('app', '/index.html')) ?? Response.error()
  }
}

/** A file of the app never changes; those of a page that was visited are there without a network too. */
async function fetchFile(request: Request) {
  const kept = await keptOf('app', request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && (await caches.has('app' satisfies CacheName)))
    await (await caches.open('app' satisfies CacheName)).put(request, response.clone()).catch(() => undefined)
  return response
}

const nameOf = (url: string) => url.replace(/-\d+\.webp$/, '')

/** From the network; without one, in whatever width it was kept. */
async function fetchPicture(request: Request) {
  try {
    return await fetch(request)
  } catch (error) {
    if (!(await caches.has('last-feed' satisfies CacheName))) throw error
    const kept = await caches.open('last-feed' satisfies CacheName)
    const same = (await kept.keys()).find(({ url }) => nameOf(url) === nameOf(request.url))
    return (same && (await kept.match(same))) ?? Response.error()
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fetchFile(request))
  else if (pathname.startsWith('/media/')) event.respondWith(fetchPicture(request))
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(openPage(request))
})
