import { useDeferredStart } from './deferred-start.ts'

const load = async () => (await import('./live-listeners.ts')).startLiveListeners

/** Hears what happens while somebody is signed in. */
export function Live() {
  useDeferredStart(load, 400)
  return null
}
