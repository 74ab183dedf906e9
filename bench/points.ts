import { connect } from '#server/database/connect.ts'
import { distanceMetres, type Point } from '#server/platform/geography.ts'
import { chanceFrom } from '#demo/chance.ts'
import { isTown, type Place, somewhereIn, type Town, townPicker } from './world/land.ts'

export type Points = { centre: Point; towns: Point[]; sea: Point; crowd: Point[] }

const sea: Point = { latitude: 39.5, longitude: 12.5 }
const quiet = { count: 20, fewest: 1000, most: 2500, from: { people: 40_000, metres: 25_000 } }
const crowdSize = 2000

/** As the web app sends it: to a hundredth of a degree. */
const coarse = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 100) / 100,
  longitude: Math.round(longitude * 100) / 100,
})

/** Where people ask from: always the same points. */
export async function choosePoints(databaseUrl: string): Promise<Points> {
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
  const chance = chanceFrom('where they ask')
  const milano = towns.toSorted((a, b) => b.population - a.population).find(({ name }) => name === 'Milano')
  if (!milano) throw new Error('the directory is empty')
  const pickTown = townPicker(towns)
  const somebody = () => {
    const town = towns[pickTown(chance)]
    return coarse(town ? somewhereIn(town, chance) : sea)
  }
  return {
    centre: coarse(milano),
    towns: chance.shuffled(quietTowns(towns)).slice(0, quiet.count).map(coarse),
    sea,
    crowd: Array.from({ length: crowdSize }, somebody),
  }
}

/** Small, and far from any that is not. */
function quietTowns(towns: Town[]): Town[] {
  const loud = towns.filter(({ population }) => population > quiet.from.people)
  return towns.filter(
    (town) =>
      town.population >= quiet.fewest &&
      town.population <= quiet.most &&
      loud.every((other) => distanceMetres(town, other) > quiet.from.metres),
  )
}
