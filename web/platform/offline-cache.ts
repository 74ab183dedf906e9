/** The content that the user has seen last. */
const lastSeen = ['last-feed', 'last-map'] as const
/** Caches for use without a network: the files of the app, and the last feed and map of the user. */
export type CacheName = 'app' | (typeof lastSeen)[number]

const fileTypes: Record<string, RegExp> = {
  js: /javascript/,
  mjs: /javascript/,
  css: /^text\/css/,
  json: /json/,
  woff2: /font/,
  svg: /^image\//,
  png: /^image\//,
  webp: /^image\//,
}
/**
 * Whether the answer is the file that was asked for. A page of a proxy, of a hotel's network or about maintenance may
 * have the status 200, and would stay in the cache for ever.
 */
export const isFile = (url: string, { ok, headers }: Pick<Response, 'ok' | 'headers'>) =>
  ok && (fileTypes[/\.(\w+)(?:\?|$)/.exec(url)?.[1] ?? '']?.test(headers.get('content-type') ?? '') ?? false)

/** Browsers provide caches and service workers over HTTPS only. */
export const supportsOfflineCache = () => 'caches' in window && 'serviceWorker' in navigator

export const openOfflineCache = (name: CacheName) => caches.open(name)

/** Deletes what one user has seen before the next one signs in. */
export function deleteLastSeen(): void {
  if (supportsOfflineCache()) for (const name of lastSeen) void caches.delete(name).catch(() => undefined)
}
