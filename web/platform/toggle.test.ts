import { expect, test } from 'vitest'
import { createToggle, expectedCount, isToggling, type ToggleState } from './toggle.ts'

/** Creates a toggle whose calls the test answers. */
function createTestToggle() {
  const shown: ToggleState[] = []
  const calls: { on: boolean; answer: (state: ToggleState) => void; fail: () => void }[] = []
  const press = createToggle<string, ToggleState>({
    send: (_key, on) =>
      new Promise((resolve, reject) => {
        calls.push({ on, answer: resolve, fail: () => reject(new Error('offline')) })
      }),
    expect: expectedCount,
    show: (_key, state) => shown.push(state),
  })
  return { shown, calls, press }
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
})

test('A count never falls below zero', () => {
  expect(expectedCount({ on: true, count: 0 }, false)).toEqual({ on: false, count: 0 })
})
