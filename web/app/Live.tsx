import { useDeferredStart } from './deferred-start.ts'

const load = async () => (await import('./live-listeners.ts')).startLiveListeners

/** Receives live events while a user is signed in. */
export function Live() {
  useDeferredStart(load, 400)
  return null
}
