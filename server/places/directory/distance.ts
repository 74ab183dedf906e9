export type Point = { latitude: number; longitude: number }

const earthRadiusInMetres = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

export function metresBetween(a: Point, b: Point): number {
  const halfHeight = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfWidth = Math.sin(radians(b.longitude - a.longitude) / 2)
  const chord = halfHeight ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfWidth ** 2
  return 2 * earthRadiusInMetres * Math.asin(Math.sqrt(chord))
}
