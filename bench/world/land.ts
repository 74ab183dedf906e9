import type { Point } from '#server/platform/geography.ts'
import type { Chance } from '#demo/chance.ts'

/** A place of the directory, as it is in the database. */
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

/**
 * More than one person in so many uses such an app in a village, and fewer than in a city: cities weigh a little more
 * than their people.
 */
const pullOfCities = 1.15

/** @returns a town at random, as often as its people would use the app. */
export function townPicker(towns: Town[]): (chance: Chance) => number {
  let total = 0
  const reached = towns.map(({ population }) => (total += population ** pullOfCities))
  return (chance) => {
    const wanted = chance.next() * total
    let [low, high] = [0, reached.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((reached[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** How far a town reaches from its middle, in kilometres: Milano 3.6, a village 0.5. */
const reachOf = ({ population }: Town): number => 0.5 + 1.1 * Math.max(0, Math.log10(population / 2000))

const kmPerDegree = 111.2
/** Some live far out. */
const outskirts = { share: 0.1, times: 3 }

/** Somewhere in or around a town: dense in the middle. */
export function somewhereIn(town: Town, chance: Chance): Point {
  const km = reachOf(town) * (chance.maybe(outskirts.share) ? outskirts.times : 1)
  const away = Math.sqrt(-2 * Math.log(1 - chance.next())) * km
  const direction = 2 * Math.PI * chance.next()
  return {
    latitude: rounded(town.latitude + (away * Math.sin(direction)) / kmPerDegree),
    longitude: rounded(
      town.longitude + (away * Math.cos(direction)) / (kmPerDegree * Math.cos((town.latitude * Math.PI) / 180)),
    ),
  }
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
