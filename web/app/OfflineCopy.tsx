import { useLateStart } from './late-start.ts'

/** Keeps what somebody who is signed in sees again without a network. */
export function OfflineCopy() {
  useLateStart(async () => (await import('./offline-copy.ts')).keepOfflineCopy, 2000)
  return null
}
