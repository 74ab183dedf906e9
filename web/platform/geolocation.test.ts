// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { GeolocationError, locate, storedPosition } from './geolocation.ts'
import { platformText } from './platform.text.ts'
import { clearStorage } from './storage.ts'

type Position = { coords: { latitude: number; longitude: number; accuracy: number } }
type Fails = Pick<GeolocationPositionError, 'code' | 'PERMISSION_DENIED'>

/** The browser locates the device, or says why it does not. */
function answerWith(answer: Position | Fails) {
  const getCurrentPosition = (located: (position: Position) => void, failed: (error: Fails) => void) =>
    'coords' in answer ? located(answer) : failed(answer)
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  clearStorage()
})

test('A browser that never answers is given up after half a minute', async () => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition: vi.fn() }, configurable: true })
  const refused = expect(locate()).rejects.toThrow(new GeolocationError(platformText.geolocationUnavailable))
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
  vi.useRealTimers()
})

test('A browser that has the property and nothing in it locates nobody', async () => {
  Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true })
  await expect(locate()).rejects.toThrow(new GeolocationError(platformText.geolocationUnsupported))
})

test('A browser that locates nobody says so', async () => {
  await expect(locate()).rejects.toThrow(new GeolocationError(platformText.geolocationUnsupported))
  expect(storedPosition()).toBeNull()
})

test.each([
  ['not allowed', 1, platformText.geolocationDenied],
  ['not found', 2, platformText.geolocationUnavailable],
  ['late', 3, platformText.geolocationUnavailable],
])('A position that is %s is explained in one sentence', async (_case, code, sentence) => {
  answerWith({ code, PERMISSION_DENIED: 1 })
  await expect(locate()).rejects.toThrow(new GeolocationError(sentence))
})

test('A device that is located keeps its exact position', async () => {
  answerWith({ coords: { latitude: 45.4655512, longitude: 9.1866634, accuracy: 20 } })
  await expect(locate()).resolves.toEqual({ latitude: 45.4655512, longitude: 9.1866634, accuracyMetres: 20 })
  expect(storedPosition()).toEqual({ latitude: 45.4655512, longitude: 9.1866634 })
})
