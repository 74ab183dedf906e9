import { startLastFeedCopy } from '#web/feed/last-feed.ts'
import { isFile, openOfflineCache, supportsOfflineCache } from '#web/platform/offline-cache.ts'
import { registerServiceWorker } from '#web/platform/service-worker-registration.ts'
import failureDrawing from '#web/ui/drawings/wire-down.svg'
import { preloadPage } from './routes.ts'
import { pagePaths } from '#contract/page-paths.ts'

const shellUrl = '/index.html'

/**
 * Keeps the app and the last feed for use without a network, until the returned function is called. Off in development.
 */
export function startOfflineCopy(): () => void {
  if (import.meta.env.DEV || !supportsOfflineCache()) return () => undefined
  let stop: (() => void) | undefined
  let isStopped = false
  const start = async () => {
    // Signing out without a network needs these pages and a dialog.
    const paths = [pagePaths.login, pagePaths.ownProfile, pagePaths.settings]
    await Promise.all([...paths.map(preloadPage), import('#web/ui/DialogBody.tsx')])
    await Promise.all([registerServiceWorker(), cacheApp()])
    if (!isStopped) stop = startLastFeedCopy()
  }
  // If the browser refuses or the network fails, the previous copy stays.
  start().catch(() => undefined)
  return () => {
    isStopped = true
    stop?.()
  }
}

/**
 * Caches the HTML and the files of one build: those it names and those loaded since. The service worker adds others.
 */
async function cacheApp() {
  const shell = await fetch(shellUrl, { signal: AbortSignal.timeout(15_000) })
  if (!shell.ok) throw new Error(`the page answered ${shell.status}`)
  const text = await shell.clone().text()
  if (!text.includes('<div id="root">')) throw new Error('another page answered')
  const named = [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([url]) => url)
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  // The drawing of the failure message is needed without a network.
  const wantedUrls = new Set([shellUrl, failureDrawing, ...named, ...loaded.map(({ pathname }) => pathname)])
  const app = await openOfflineCache('app')
  const isNewBuild = text !== (await (await app.match(shellUrl))?.text())
  const cachedUrls = new Set((await app.keys()).map(({ url }) => new URL(url).pathname))
  // One after the other: requesting all at once would block the page.
  for (const url of wantedUrls) {
    if (url === shellUrl || cachedUrls.has(url)) continue
    const file = await fetch(url)
    if (!isFile(url, file)) throw new Error(`${url} is not there`)
    await app.put(url, file)
  }
  await app.put(shellUrl, shell)
  if (isNewBuild) for (const url of cachedUrls) if (!wantedUrls.has(url)) await app.delete(url)
}
