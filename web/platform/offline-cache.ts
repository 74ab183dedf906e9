/** Caches for use without a network: the files of the app, and the last feed of the user. */
export type CacheName = 'app' | 'last-feed'

/** Browsers provide caches and service workers over HTTPS only. */
export const supportsOfflineCache = () => 'caches' in window && 'serviceWorker' in navigator

export const openOfflineCache = (name: CacheName) => caches.open(name)

/** Deletes the feed of one user before the next one signs in. */
export const deleteLastFeed = () =>
  void (supportsOfflineCache() && caches.delete('last-feed' satisfies CacheName).catch(() => undefined))
