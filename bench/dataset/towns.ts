import type { Random } from '#demo/random.ts'
import type { Point } from '#server/platform/geography.ts'

/** A place of the directory, as stored. */
export type Place = Point & {
  id: number
  name: string
  town: string | null
  province: string | null
  kind: string
  population: number
}
export type Town = Place & { province: string }

export const isTown = (place: Place): place is Town => place.kind === 'town' && place.population > 0

/** Such an app has relatively more users in cities than in villages: the exponent of a town's population. */
const cityExponent = 1.15

/** Returns a function that picks the index of a town, weighted by its expected number of users. */
export function townPicker(towns: Town[]): (random: Random) => number {
  let total = 0
  const cumulativeWeights = towns.map(({ population }) => (total += population ** cityExponent))
  return (random) => {
    const target = random.next() * total
    let low = 0
    let high = cumulativeWeights.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulativeWeights[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Distance from the centre of a town to its edge in kilometres: Milano 3.6, a village 0.5. */
const radiusKm = ({ population }: Town): number => 0.5 + 1.1 * Math.max(0, Math.log10(population / 2000))

const kmPerDegree = 111.2
/** Some users live outside of the town. */
const outskirts = { share: 0.1, radiusFactor: 3 }

/** Returns a random point in or around a town: denser towards its centre. */
export function randomPointIn(town: Town, random: Random): Point {
  const spreadKm = radiusKm(town) * (random.maybe(outskirts.share) ? outskirts.radiusFactor : 1)
  const distanceKm = Math.sqrt(-2 * Math.log(1 - random.next())) * spreadKm
  const direction = 2 * Math.PI * random.next()
  const kmPerDegreeOfLongitude = kmPerDegree * Math.cos((town.latitude * Math.PI) / 180)
  return {
    latitude: sixDecimals(town.latitude + (distanceKm * Math.sin(direction)) / kmPerDegree),
    longitude: sixDecimals(town.longitude + (distanceKm * Math.cos(direction)) / kmPerDegreeOfLongitude),
  }
}

const sixDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6
