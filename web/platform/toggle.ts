import { showToast } from '#web/ui/toast.ts'
import { sentenceOf } from './api-errors.ts'

/** Something that is on or off, and how many have it on. */
export type Toggled = { on: boolean; count: number }

type Toggle<Key> = {
  /** A call that flips the state on the server and answers with the new one. */
  flip: (key: Key) => Promise<Toggled>
  /** Puts a state on the screen, wherever the thing is shown. */
  show: (key: Key, state: Toggled) => void
}

/**
 * Answers a press at once and settles with the server afterwards. Presses on one thing are
 * serialised and the last one wins: while a call is under way they only change what is
 * wanted, and the server is called again only if its answer is not that. A failure puts
 * back what the server last said, and tells.
 */
export function createToggle<Key>({ flip, show }: Toggle<Key>) {
  const underWay = new Map<Key, { server: Toggled; wanted: boolean }>()

  const expected = ({ server, wanted }: { server: Toggled; wanted: boolean }): Toggled => ({
    on: wanted,
    count: Math.max(0, server.count + Number(wanted) - Number(server.on)),
  })

  /** `shown` is what the person saw when pressing. */
  return async function press(key: Key, shown: Toggled) {
    const running = underWay.get(key)
    if (running) {
      running.wanted = !running.wanted
      show(key, expected(running))
      return
    }
    const state = { server: shown, wanted: !shown.on }
    underWay.set(key, state)
    show(key, expected(state))
    try {
      while (state.wanted !== state.server.on) {
        state.server = await flip(key)
        show(key, expected(state))
      }
    } catch (error) {
      show(key, state.server)
      showToast(sentenceOf(error), 'danger')
    } finally {
      underWay.delete(key)
    }
  }
}
