import { startLastFeedCopy } from '#web/feed/last-feed.ts'
import { supportsOfflineCache, openOfflineCache } from '#web/platform/offline-cache.ts'
import { registerServiceWorker } from '#web/platform/service-worker-registration.ts'
import failureDrawing from '#web/ui/drawings/wire-down.svg'
import { preloadPage } from './routes.ts'
import { pagePaths } from '#contract/page-paths.ts'

const shellUrl = '/index.html'

/** Keeps what opens without a network, until the returned function is called. In development nothing is: every file is always new. */
export function startOfflineCopy(): () => void {
  if (import.meta.env.DEV || !supportsOfflineCache()) return () => undefined
  let stop: (() => void) | undefined
  let isOver = false
  const start = async () => {
    // Where there is no network, who signs out is led there.
    await preloadPage(pagePaths.login)
    await Promise.all([registerServiceWorker(), cacheApp()])
    if (!isOver) stop = startLastFeedCopy()
  }
  // A browser that refuses, or a network that is away: then there is what there was.
  start().catch(() => undefined)
  return () => {
    isOver = true
    stop?.()
  }
}

/** The page and its files, all of one build: those that it names, and those that were loaded since; the worker adds to them. */
async function cacheApp() {
  const shell = await fetch(shellUrl, { signal: AbortSignal.timeout(15_000) })
  if (!shell.ok) throw new Error(`the page answered ${shell.status}`)
  const text = await shell.clone().text()
  const named = [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([url]) => url)
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  // What says that there is no network is drawn when there is none.
  const wanted = new Set([shellUrl, failureDrawing, ...named, ...loaded.map(({ pathname }) => pathname)])
  const app = await openOfflineCache('app')
  const isNewBuild = text !== (await (await app.match(shellUrl))?.text())
  const there = new Set((await app.keys()).map(({ url }) => new URL(url).pathname))
  // One after the other: nobody waits for them, and to ask for all at once keeps the page from answering.
  for (const url of wanted) if (url !== shellUrl && !there.has(url)) await app.add(url)
  await app.put(shellUrl, shell)
  if (isNewBuild) for (const url of there) if (!wanted.has(url)) await app.delete(url)
}
