import { showToast } from '#web/ui/toast.ts'
import { errorMessage } from './api-errors.ts'
import { currentUser } from './current-user.ts'

/** Something that is on or off, and how many have it on. */
export type ToggleState = { on: boolean; count: number }

type Toggle<Key, State extends { on: boolean }> = {
  /** A call that flips the state on the server, to `on`, and answers with the new one. */
  send: (key: Key, on: boolean) => Promise<State>
  /** Puts a state on the screen, wherever the thing is shown. */
  show: (key: Key, state: State) => void
  /** What the server is expected to say once it is as wanted. */
  expect: (server: State, wanted: boolean) => State
  /** The server has answered for the last time. */
  settled?: (key: Key, state: State) => void
}

const allUnderWay: { has: (key: unknown) => boolean }[] = []

/** Whether a press on the thing is under way: what others say of it meanwhile must wait. */
export const isToggling = (key: unknown) => allUnderWay.some((underWay) => underWay.has(key))

/**
 * Answers a press at once and settles with the server afterwards. Presses on one thing are
 * serialised and the last one wins: while a call is under way they only change what is
 * wanted, and the server is called again only if its answer is not that. A failure puts
 * back what the server last said, and tells.
 */
export function createToggle<Key, State extends { on: boolean }>({ send, show, expect, settled }: Toggle<Key, State>) {
  const underWay = new Map<unknown, { server: State; wanted: boolean }>()
  allUnderWay.push(underWay)
  const expected = ({ server, wanted }: { server: State; wanted: boolean }) => expect(server, wanted)

  /** `shown` is what the person saw when pressing. */
  return async function press(key: Key, shown: State) {
    const running = underWay.get(key)
    if (running) {
      running.wanted = !running.wanted
      show(key, expected(running))
      return
    }
    const who = currentUser()?.id
    const state = { server: shown, wanted: !shown.on }
    underWay.set(key, state)
    show(key, expected(state))
    try {
      // Who signs in meanwhile has not pressed anything.
      while (state.wanted !== state.server.on && currentUser()?.id === who) {
        state.server = await send(key, state.wanted)
        show(key, expected(state))
      }
      settled?.(key, state.server)
    } catch (error) {
      show(key, state.server)
      showToast(errorMessage(error), 'danger')
    } finally {
      underWay.delete(key)
    }
  }
}

/** A toggle that counts one more while it is on: a like, a follow of a place. */
export const expectedCount = (server: ToggleState, wanted: boolean): ToggleState => ({
  on: wanted,
  count: Math.max(0, server.count + Number(wanted) - Number(server.on)),
})
