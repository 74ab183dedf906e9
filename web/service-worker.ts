/// <reference lib="webworker" />

/** What the server pushes (`pushMessage` in server/notifications). */
type Message = { title: string; body: string; url: string; tag: string }

const worker = globalThis as unknown as ServiceWorkerGlobalScope

// It keeps nothing, so a new one takes over at once.
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** A page that somebody looks at is live by itself. */
async function show({ title, body, url, tag }: Message) {
  if ((await pages()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) return
  await worker.registration.showNotification(title, { body, tag, lang: 'it', icon: '/icon-512.png', badge: '/badge.png', data: { url } })
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
