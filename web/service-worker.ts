/// <reference lib="webworker" />

import { type CacheName, isFile } from './platform/offline-cache.ts'

/** The payload of a push message (`pushMessage` in server/notifications). */
type Message = { title: string; body: string; url: string; tag: string }

const worker = globalThis as unknown as ServiceWorkerGlobalScope

// It has no state in memory, so a new version takes over at once.
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Shows a push message, also while a page is visible: Safari withdraws a subscription after three pushes without a
 * notification.
 */
const show = ({ title, body, url, tag }: Message) =>
  worker.registration.showNotification(title, {
    body,
    tag,
    lang: 'it',
    icon: '/icon-512.png',
    badge: '/badge.png',
    data: { url },
  })

/** Opens a URL in an open page or in a new one. */
async function open(url: string) {
  const [page] = await pages()
  if (!page) return void (await worker.clients.openWindow(url))
  // A browser may refuse to focus the page and still let it navigate.
  await page.focus().catch(() => undefined)
  await page.navigate(url).catch(() => worker.clients.openWindow(url))
}

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as Message | undefined
  if (message) event.waitUntil(show(message))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as Pick<Message, 'url'>).url))
})

/** After this long a page opens from the cache. */
const networkTimeoutMs = 10_000

const matchIn = async (name: CacheName, url: string) =>
  caches.match(url, { cacheName: name, ignoreSearch: true, ignoreVary: true })

const rejectAfterTimeout = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('network timeout')), networkTimeoutMs)
  })

/** From the network; without one, the last feed, or the app without data. */
async function openPage(request: Request) {
  try {
    return await Promise.race([fetch(request), rejectAfterTimeout()])
  } catch {
    return (await matchIn('last-feed', '/')) ?? (await matchIn('app', '/index.html')) ?? Response.error()
  }
}

/** Files of the app never change, so the cache comes first. Files of visited pages are added to it. */
async function fetchFile(request: Request) {
  const cached = await matchIn('app', request.url)
  if (cached && isFile(request.url, cached)) return cached
  const response = await fetch(request).catch(() => Response.error())
  if (isFile(request.url, response) && (await caches.has('app' satisfies CacheName)))
    await (await caches.open('app' satisfies CacheName)).put(request, response.clone()).catch(() => undefined)
  return response
}

const nameOf = (url: string) => url.replace(/-\d+\.webp$/, '')

/** From the network; without one, in any cached width. */
async function fetchPicture(request: Request) {
  try {
    return await fetch(request)
  } catch {
    if (!(await caches.has('last-feed' satisfies CacheName))) return Response.error()
    const cache = await caches.open('last-feed' satisfies CacheName)
    const same = (await cache.keys()).find(({ url }) => nameOf(url) === nameOf(request.url))
    return (same && (await cache.match(same))) ?? Response.error()
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
