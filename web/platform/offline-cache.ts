/** What the browser keeps for when there is no network: the app, which is nobody's, and the last feed, which is somebody's. */
export type CacheName = 'app' | 'last-feed'

/** Whether this browser can keep anything; where the connection is not safe it does not. */
export const supportsOfflineCache = () => 'caches' in window && 'serviceWorker' in navigator

export const openOfflineCache = (what: CacheName) => caches.open(what)

/** What one person saw is not for the next. */
export const deleteLastFeed = () =>
  void (supportsOfflineCache() && caches.delete('last-feed' satisfies CacheName).catch(() => undefined))
