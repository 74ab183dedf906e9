import { useSyncExternalStore } from 'react'
import { platformText } from './platform.text.ts'
import { readStorage, removeFromStorage, subscribeToStorage, writeStorage } from './storage.ts'

/** Degrees. The exact position never leaves the device: see `roundPosition`. */
export type Position = { latitude: number; longitude: number }

let cached: { text: string; position: Position | null } = { text: '', position: null }

export function storedPosition() {
  const latitude = readStorage('latitude')
  const longitude = readStorage('longitude')
  const text = `${latitude} ${longitude}`
  if (text !== cached.text) cached = { text, position: positionFrom(latitude, longitude) }
  return cached.position
}

function positionFrom(latitude: string | null, longitude: string | null): Position | null {
  if (!latitude || !longitude) return null
  const position = { latitude: Number(latitude), longitude: Number(longitude) }
  return Number.isFinite(position.latitude) && Number.isFinite(position.longitude) ? position : null
}

export const usePosition = () => useSyncExternalStore(subscribeToStorage, storedPosition)

/** The town whose centre was chosen as the position; null if the device was located. */
export const storedTown = () => readStorage('position-town')

export function storePosition({ latitude, longitude }: Position, town?: string) {
  if (town === undefined) removeFromStorage('position-town')
  else writeStorage('position-town', town)
  writeStorage('latitude', String(latitude))
  writeStorage('longitude', String(longitude))
}

/**
 * Returns the position that may be sent to the server: 2 decimals (about 1 km) for feed and search, 3 for the place
 * picker.
 */
export const coarsePosition = ({ latitude, longitude }: Position, decimals: 2 | 3): Position => ({
  latitude: Number(latitude.toFixed(decimals)),
  longitude: Number(longitude.toFixed(decimals)),
})

/** Returns the coarse position as calls take it. */
export function roundPosition(position: Position | null, decimals: 2 | 3): { lat?: number; lon?: number } {
  if (!position) return {}
  const { latitude, longitude } = coarsePosition(position, decimals)
  return { lat: latitude, lon: longitude }
}

/** The message is the sentence to show. */
export class GeolocationError extends Error {
  override name = 'GeolocationError'
}

/** Whether the browser would locate the device without asking. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

/** Until the browser has found the position. Its own limit does not count while it asks for permission. */
const locateTimeoutMs = 15_000
/** Until the person has answered: some browsers never say that they have closed the question. */
const answerTimeoutMs = 30_000

/** Where the device is, and how far off that may be. */
export type LocatedDevice = Position & { accuracyMetres: number }

/** Locates the device and stores the position. Rejects with a GeolocationError, after 30 seconds at the latest. */
export async function locate(): Promise<LocatedDevice> {
  const located = await locateDevice()
  storePosition(located)
  return located
}

/** Locates the device as `locate` does, and stores nothing. */
export function locateDevice(): Promise<LocatedDevice> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => reject(new GeolocationError(text))
    // Some hardened browsers have the property, and nothing in it.
    if (!navigator.geolocation) return fail(platformText.geolocationUnsupported)
    const timer = setTimeout(() => fail(platformText.geolocationUnavailable), answerTimeoutMs)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer)
        resolve({ latitude: coords.latitude, longitude: coords.longitude, accuracyMetres: coords.accuracy })
      },
      (error) => {
        clearTimeout(timer)
        const isDenied = error.code === error.PERMISSION_DENIED
        fail(isDenied ? platformText.geolocationDenied : platformText.geolocationUnavailable)
      },
      { maximumAge: 60_000, timeout: locateTimeoutMs },
    )
  })
}

/** Mean radius of the Earth in metres (IUGG). */
const earthRadiusMetres = 6_371_008
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance (haversine formula). */
export function distanceInMetres(from: Position, to: Position) {
  const haversine =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
