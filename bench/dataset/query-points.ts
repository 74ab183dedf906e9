import { createRandom } from '#demo/random.ts'
import { connect } from '#server/database/connect.ts'
import { distanceMetres, type Point } from '#server/platform/geography.ts'
import { isTown, type Place, randomPointIn, type Town, townPicker } from './towns.ts'

/** Where the benchmarks request the feed: Milano, quiet towns, the open sea, and points spread like the population. */
export type QueryPoints = { centre: Point; towns: Point[]; sea: Point; crowd: Point[] }

const sea: Point = { latitude: 39.5, longitude: 12.5 }
const quiet = {
  count: 20,
  minPopulation: 1000,
  maxPopulation: 2500,
  cityPopulation: 40_000,
  cityDistanceMetres: 25_000,
}
const crowdSize = 2000

/** Rounds to 0.01°, like the web app. */
const roundedPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 100) / 100,
  longitude: Math.round(longitude * 100) / 100,
})

/** Chooses the points; the same dataset always gives the same ones. */
export async function chooseQueryPoints(databaseUrl: string): Promise<QueryPoints> {
  const db = connect(databaseUrl, 1)
  const places: Place[] = await db
    .selectFrom('places')
    .select(['id', 'name', 'town', 'province', 'kind', 'population', 'latitude', 'longitude'])
    .where('kind', '=', 'town')
    .where('population', '>', 0)
    .orderBy('id')
    .execute()
  await db.destroy()
  const towns = places.filter(isTown)
  // The seed stays, so that figures of different runs are comparable.
  const random = createRandom('where they ask')
  const milano = towns.toSorted((a, b) => b.population - a.population).find(({ name }) => name === 'Milano')
  if (!milano) throw new Error('the directory is empty')
  const pickTown = townPicker(towns)
  const randomPoint = () => {
    const town = towns[pickTown(random)]
    return roundedPoint(town ? randomPointIn(town, random) : sea)
  }
  return {
    centre: roundedPoint(milano),
    towns: random.shuffled(quietTowns(towns)).slice(0, quiet.count).map(roundedPoint),
    sea,
    crowd: Array.from({ length: crowdSize }, randomPoint),
  }
}

/** Returns the small towns that are far from every city. */
function quietTowns(towns: Town[]): Town[] {
  const cities = towns.filter(({ population }) => population > quiet.cityPopulation)
  return towns.filter(
    (town) =>
      town.population >= quiet.minPopulation &&
      town.population <= quiet.maxPopulation &&
      cities.every((city) => distanceMetres(town, city) > quiet.cityDistanceMetres),
  )
}
