/** The content that the user has seen last. */
const lastSeen = ['last-feed', 'last-map'] as const
/** Caches for use without a network: the files of the app, and the last feed and map of the user. */
export type CacheName = 'app' | (typeof lastSeen)[number]

/** Browsers provide caches and service workers over HTTPS only. */
export const supportsOfflineCache = () => 'caches' in window && 'serviceWorker' in navigator

export const openOfflineCache = (name: CacheName) => caches.open(name)

/** Deletes what one user has seen before the next one signs in. */
export function deleteLastSeen(): void {
  if (supportsOfflineCache()) for (const name of lastSeen) void caches.delete(name).catch(() => undefined)
}
