import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('A signal of several aborts with the first of them, and with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const signal = anySignal([one.signal, other.signal])
  expect(signal.aborted).toBe(false)
  other.abort('late')
  one.abort('cancelled')
  expect(signal.reason).toBe('late')
  expect(anySignal([new AbortController().signal, one.signal]).reason).toBe('cancelled')
})
