import { useLateStart } from './late-start.ts'

const load = async () => (await import('./live-rooms.ts')).listenForRooms

/** Hears what happens while somebody is signed in. */
export function Live() {
  useLateStart(load, 400)
  return null
}
