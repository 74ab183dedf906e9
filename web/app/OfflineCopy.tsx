import { useDeferredStart } from './deferred-start.ts'

const load = async () => (await import('./offline-copy.ts')).startOfflineCopy

/** Keeps an offline copy while a user is signed in. */
export function OfflineCopy() {
  useDeferredStart(load, 2000)
  return null
}
