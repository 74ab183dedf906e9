// Without zod: the page asks for places only where the server answers.

/** A part of the map, in degrees. One whose west is greater than its east crosses the 180th meridian. */
export type MapBox = { west: number; south: number; east: number; north: number }

/** The largest part whose places are listed: what a screen of 1920 × 1080 pixels shows of Italy at zoom 9. */
export const mapPlacesAreaKm2 = 27_000

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

export function boxAreaKm2({ west, south, east, north }: MapBox): number {
  const width = radians(west > east ? east + 360 - west : east - west)
  return earthRadiusKm ** 2 * width * (Math.sin(radians(north)) - Math.sin(radians(south)))
}
