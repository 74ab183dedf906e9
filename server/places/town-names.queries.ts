import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { townKeys } from './town-names.rules.ts'

type Town = { id: number; name: string; province: string | null }

const findTowns = statement<Town, []>("SELECT id, name, province FROM places WHERE kind = 'town'")
const deleteAll = statement<never, []>('DELETE FROM town_names')
const insertAll = statement<never, [names: string]>(`
  INSERT INTO town_names (place_id, key, is_whole)
  SELECT place_id, key, is_whole
  FROM json_to_recordset($1::json) AS name (place_id bigint, key text, is_whole boolean)`)

/** Writes anew how people call the towns. @param trx a transaction that holds the directory lock. */
export async function replaceTownNames(trx: Database, otherNamesOf: (town: Town) => string[]): Promise<void> {
  const towns = await findTowns(trx)
  const names = towns.flatMap((town) =>
    townKeys([town.name, ...otherNamesOf(town)]).map((key) => ({ place_id: town.id, ...key })),
  )
  await deleteAll(trx)
  await insertAll(trx, JSON.stringify(names))
}
