// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { playsByItself, takeTurn } from './playback.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

function onDevice({ connection, reduced = false }: { connection?: object; reduced?: boolean }) {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
  if (connection) Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
}

test.each([
  ['a browser that says nothing of its network', {}, true],
  ['a fast network', { connection: { effectiveType: '4g', saveData: false } }, true],
  ['a slow network', { connection: { effectiveType: '3g' } }, false],
  ['data that is saved', { connection: { effectiveType: '4g', saveData: true } }, false],
  ['reduced motion', { reduced: true }, false],
])('With %s a video in view plays by itself: %j → %s', (_case, device, plays) => {
  onDevice(device)
  expect(playsByItself()).toBe(plays)
})

test('Of two videos one plays', () => {
  const [one, other] = [document.createElement('video'), document.createElement('video')]
  const pause = vi.spyOn(one, 'pause').mockImplementation(() => undefined)
  takeTurn(one)
  takeTurn(one)
  expect(pause).not.toHaveBeenCalled()
  takeTurn(other)
  expect(pause).toHaveBeenCalledOnce()
})
