import { useLateStart } from './late-start.ts'

/** Hears what happens while somebody is signed in. */
export function Live() {
  useLateStart(async () => (await import('./live-rooms.ts')).listenForRooms, 400)
  return null
}
