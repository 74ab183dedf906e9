// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { toastStore } from '#web/ui/toast.ts'
import { clearUser, storeUser } from './current-user.ts'
import { createToggle, expectedCount, isToggling, type ToggleState } from './toggle.ts'

type User = Parameters<typeof storeUser>[0]
const signIn = (id: number) => storeUser({ id, username: `person ${id}` } as User)

afterEach(clearUser)

/** Creates a toggle whose calls the test answers. */
function createTestToggle({ isCounted }: { isCounted?: boolean } = {}) {
  const settled: ToggleState[] = []
  const shown: ToggleState[] = []
  const calls: { on: boolean; answer: (state: ToggleState) => void; fail: () => void }[] = []
  const press = createToggle<string, ToggleState>({
    send: (_key, on) =>
      new Promise((resolve, reject) => {
        calls.push({ on, answer: resolve, fail: () => reject(new Error('offline')) })
      }),
    expect: expectedCount,
    show: (_key, state) => shown.push(state),
    onSettled: (_key, state) => settled.push(state),
    ...(isCounted !== undefined && { isCounted }),
  })
  return { shown, calls, press, settled }
}

test('A press shows at once and sends one call', async () => {
  const { shown, calls, press } = createTestToggle()
  const done = press('post', { on: false, count: 2 })
  expect(shown).toEqual([{ on: true, count: 3 }])
  expect(isToggling('post')).toBe(true)
  calls[0]?.answer({ on: true, count: 5 })
  await done
  expect(calls).toHaveLength(1)
  expect(shown.at(-1)).toEqual({ on: true, count: 5 })
  expect(isToggling('post')).toBe(false)
})

test('Two presses during a call cancel each other out', async () => {
  const { shown, calls, press } = createTestToggle()
  const done = press('post', { on: false, count: 0 })
  await press('post', { on: true, count: 1 })
  await press('post', { on: false, count: 0 })
  calls[0]?.answer({ on: true, count: 1 })
  await done
  expect(calls).toHaveLength(1)
  expect(shown.at(-1)).toEqual({ on: true, count: 1 })
})

test('A second press during a call is sent afterwards', async () => {
  const { calls, press } = createTestToggle()
  const done = press('post', { on: false, count: 0 })
  await press('post', { on: true, count: 1 })
  calls[0]?.answer({ on: true, count: 1 })
  await expect.poll(() => calls.length).toBe(2)
  expect(calls[1]?.on).toBe(false)
  calls[1]?.answer({ on: false, count: 0 })
  await done
})

test('A failure shows the last state of the server', async () => {
  const { shown, calls, press } = createTestToggle()
  const done = press('post', { on: false, count: 7 })
  calls[0]?.fail()
  await done
  expect(shown.at(-1)).toEqual({ on: false, count: 7 })
  expect(toastStore.current().map(({ tone }) => tone)).toEqual(['danger'])
  expect(isToggling('post')).toBe(false)
})

test('A failure of the second call shows what the first one has reached, and the next press starts from there', async () => {
  const { shown, calls, press, settled } = createTestToggle()
  const done = press('post', { on: false, count: 0 })
  await press('post', { on: true, count: 1 })
  expect(shown.at(-1)).toEqual({ on: false, count: 0 })
  calls[0]?.answer({ on: true, count: 4 })
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.fail()
  await done
  expect(shown.at(-1)).toEqual({ on: true, count: 4 })
  expect(settled).toEqual([])
  const again = press('post', { on: true, count: 4 })
  await expect.poll(() => calls.length).toBe(3)
  expect(calls[2]?.on).toBe(false)
  calls[2]?.answer({ on: false, count: 3 })
  await again
  expect(settled).toEqual([{ on: false, count: 3 }])
})

test('It is settled once, with the last reply', async () => {
  const { calls, press, settled } = createTestToggle()
  const done = press('post', { on: false, count: 0 })
  await press('post', { on: true, count: 1 })
  calls[0]?.answer({ on: true, count: 1 })
  await expect.poll(() => calls.length).toBe(2)
  expect(settled).toEqual([])
  calls[1]?.answer({ on: false, count: 9 })
  await done
  expect(settled).toEqual([{ on: false, count: 9 }])
})

test.each([
  ['another person has signed in', () => signIn(2)],
  ['the person has signed out', clearUser],
])('When %s meanwhile, what the first one pressed is not sent for them', async (_what, happen) => {
  signIn(1)
  const { calls, press } = createTestToggle()
  const done = press('post', { on: false, count: 0 })
  await press('post', { on: true, count: 1 })
  happen()
  calls[0]?.answer({ on: true, count: 1 })
  await done
  expect(calls).toHaveLength(1)
  expect(isToggling('post')).toBe(false)
})

test('Presses on two items do not wait for each other', async () => {
  const { calls, press } = createTestToggle()
  const first = press('one', { on: false, count: 0 })
  const second = press('other', { on: true, count: 1 })
  expect(calls.map(({ on }) => on)).toEqual([true, false])
  calls[1]?.answer({ on: false, count: 0 })
  await second
  expect([isToggling('one'), isToggling('other')]).toEqual([true, false])
  calls[0]?.answer({ on: true, count: 1 })
  await first
})

test('Live updates wait for a toggle that they change, and for no other', async () => {
  const { calls, press } = createTestToggle({ isCounted: false })
  const done = press('post', { on: false, count: 0 })
  expect(isToggling('post')).toBe(false)
  calls[0]?.answer({ on: true, count: 1 })
  await done
})

test('A count never falls below zero', () => {
  expect(expectedCount({ on: true, count: 0 }, false)).toEqual({ on: false, count: 0 })
})

test('A state that the server has reached already counts nobody twice', () => {
  expect(expectedCount({ on: true, count: 3 }, true)).toEqual({ on: true, count: 3 })
})
