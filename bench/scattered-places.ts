import { connect } from '#server/database/connect.ts'
import { mergePlaces } from '#server/places/places.actions.ts'
import { lockDirectory } from '#server/places/places.queries.ts'

/** What the names of places begin with, as often as a person meets it. */
const signs = ['Bar', 'Bar', 'Piazza', 'Chiesa di San', 'Trattoria', 'Parco', 'Hotel', 'Stazione di', 'Pizzeria', 'Museo di']

/** Fills the directory up to so many places: invented ones, strewn around the real towns. @returns how many there are. */
export async function addScatteredPlaces(databaseUrl: string, upTo: number): Promise<number> {
  const db = connect(databaseUrl, 1)
  const real = await db.selectFrom('places').select(['name', 'province', 'latitude', 'longitude']).execute()
  const strew = (at: number) => ((at * 0.618_034) % 1) - 0.5
  const invented = Array.from({ length: upTo - real.length }, (_, at) => {
    const near = real[(at * 7919) % real.length]
    if (!near) throw new Error('the directory is empty')
    const { name, province, latitude, longitude } = near
    return {
      source: 'dintorni', sourceId: `bench-${at}`, licence: 'none', name: `${signs[at % signs.length]} ${name} ${at}`, town: name, province: province ?? '', kind: 'bar',
      latitude: latitude + strew(at) * 0.05, longitude: longitude + strew(at * 31) * 0.07, population: 0,
    }
  })
  await db.transaction().execute(async (trx) => {
    await lockDirectory(trx)
    await mergePlaces(trx, invented)
  })
  await db.destroy()
  return upTo
}
