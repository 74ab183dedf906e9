import { useEffect } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'

/** Milliseconds: the page comes first. */
const after = 400
/** The code did not come. */
const retryAfter = 10_000

/** Hears what happens while somebody is signed in. */
export function Live() {
  const userId = useCurrentUser()?.id
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      try {
        const { listenForRooms } = await import('./live-rooms.ts')
        if (!isOver) stop = listenForRooms()
      } catch {
        if (!isOver) timer = setTimeout(start, retryAfter)
      }
    }
    let timer = setTimeout(start, after)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [userId])
  return null
}
