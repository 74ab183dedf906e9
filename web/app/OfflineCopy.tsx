import { useDeferredStart } from './deferred-start.ts'

const load = async () => (await import('./offline-copy.ts')).startOfflineCopy

/** Keeps what somebody who is signed in sees again without a network. */
export function OfflineCopy() {
  useDeferredStart(load, 2000)
  return null
}
