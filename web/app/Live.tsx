import { useLateStart } from './deferred-start.ts'

const load = async () => (await import('./live-listeners.ts')).listenForRooms

/** Hears what happens while somebody is signed in. */
export function Live() {
  useLateStart(load, 400)
  return null
}
