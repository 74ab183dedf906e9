import { showToast } from '#web/ui/toast.ts'
import { errorMessage } from './api-errors.ts'
import { currentUser } from './current-user.ts'

/** Whether something is on for the viewer, and for how many people it is. */
export type ToggleState = { on: boolean; count: number }

type Toggle<Key, State extends { on: boolean }> = {
  /** Sends the change to `on` and returns the server's new state. */
  send: (key: Key, on: boolean) => Promise<State>
  /** Shows a state wherever the item is cached. */
  show: (key: Key, state: State) => void
  /** Predicts the server's state after a change. */
  expect: (server: State, on: boolean) => State
  /** Whether live updates change its state too; by default they do. */
  isCounted?: boolean
  /** Called after the last reply. */
  onSettled?: (key: Key, state: State) => void
}

const allInFlight: { has: (key: unknown) => boolean }[] = []

/** Whether a toggle of this item is in flight: other updates of its state must wait. */
export const isToggling = (key: unknown) => allInFlight.some((inFlight) => inFlight.has(key))

/**
 * An optimistic toggle. A press shows its result at once. Presses on one item are serialised and the last one wins:
 * during a call they only change the target state, and the server is called again if its reply differs from it. A
 * failure shows the server's last state again, with a message. The first press returns the server's last state.
 */
export function createToggle<Key, State extends { on: boolean }>({
  send,
  show,
  expect,
  onSettled,
  isCounted = true,
}: Toggle<Key, State>) {
  const inFlight = new Map<unknown, { server: State; targetOn: boolean }>()
  if (isCounted) allInFlight.push(inFlight)
  const expected = ({ server, targetOn }: { server: State; targetOn: boolean }) => expect(server, targetOn)

  /** @param shown the state on the screen when the user pressed. */
  return async function press(key: Key, shown: State): Promise<State | null> {
    const running = inFlight.get(key)
    if (running) {
      running.targetOn = !running.targetOn
      show(key, expected(running))
      return null
    }
    const userId = currentUser()?.id
    const state = { server: shown, targetOn: !shown.on }
    inFlight.set(key, state)
    show(key, expected(state))
    try {
      // Another user may have signed in meanwhile.
      while (state.targetOn !== state.server.on && currentUser()?.id === userId) {
        state.server = await send(key, state.targetOn)
        show(key, expected(state))
      }
      onSettled?.(key, state.server)
      return state.server
    } catch (error) {
      show(key, state.server)
      showToast(errorMessage(error), 'danger')
      return null
    } finally {
      inFlight.delete(key)
    }
  }
}

/** `expect` of a toggle that adds one to its count: a like, a follow of a place. */
export const expectedCount = (server: ToggleState, on: boolean): ToggleState => ({
  on,
  count: Math.max(0, server.count + Number(on) - Number(server.on)),
})
