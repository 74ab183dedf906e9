import pg from 'pg'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { hashToken } from '#server/auth/auth.actions.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { newPlace } from '#server/places/places.rules.ts'
import { type Chance, chanceFrom } from '#demo/chance.ts'
import { isTown, type Place, somewhereIn, type Town, townPicker } from './land.ts'
import { copy, loadTables } from './load.ts'
import { people as peopleColumns, tables } from './columns.ts'
import { settle, signedInCount, tokenOf, writeFollows, writePeople, writePlaceFollows } from './people.ts'
import { type PostedPlace, timeOrderedId, writePosts } from './posts.ts'
import { TableFile } from './table-file.ts'

const placeCount = 50_000
const day = 24 * 60 * 60 * 1000
const span = 2 * 365 * day
/** The newest post is so old that its last comment is not of tomorrow. */
const silence = day / 2
/**
 * A kept world is used for a week at most (open-world.ts): until then no session moves on, since that would be a write.
 */
const sessionLasts = 40 * day

export type Size = { posts: number; people: number }

/**
 * A community around the towns of the shipped directory, with what it has written in two years, in an empty database.
 * The same in everything but the dates whenever it is made.
 * @param folder where PostgreSQL may read files.
 */
export async function makeWorld(databaseUrl: string, size: Size, folder: string): Promise<void> {
  await migrate(databaseUrl)
  const db = connect(databaseUrl, 1)
  await loadShippedDirectory(db)
  const shipped: Place[] = await db
    .selectFrom('places')
    .select(['id', 'name', 'town', 'province', 'kind', 'population', 'latitude', 'longitude'])
    .orderBy('id')
    .execute()
  await db.destroy()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await fill(client, shipped, size, folder)
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, shipped: Place[], size: Size, folder: string): Promise<void> {
  const towns = shipped.filter(isTown)
  const pickTown = townPicker(towns)
  const chance = chanceFrom('a world to measure')
  const file = (table: keyof typeof tables) => new TableFile(folder, table, tables[table])
  const files = {
    media: file('media'),
    posts: file('posts'),
    likes: file('post_likes'),
    comments: file('comments'),
    spotted: file('spotted_requests'),
    follows: file('follows'),
    blocks: file('blocks'),
    placeFollows: file('place_follows'),
    sessions: file('sessions'),
  }
  const people = settle(chance, pickTown, size.people)
  const { invented, pickPlace } = furnish(shipped, towns, pickTown, chance)
  const until = Date.now() - silence
  const from = until - span
  const idAt = (at: number) => timeOrderedId(from + (span / size.people) * at, at)
  writeFollows(files, people, idAt, chance)
  const followers = writePlaceFollows(files.placeFollows, people, (town) => pickPlace(town).id, idAt, chance)
  const nextPicture = pictures(files.media, chance)
  const spotted = writePosts(
    files,
    { count: size.posts, from, until, people, pickPlace, pickTown, nextPicture },
    chance,
  )
  for (let id = 1; id <= Math.min(size.people, signedInCount); id++)
    files.sessions.row(hashToken(tokenOf(id)), id, new Date(Date.now() + sessionLasts).toISOString())
  const everybody = new TableFile(folder, 'users', peopleColumns)
  writePeople(everybody, people, nextPicture, chance)
  for (const each of [...Object.values(files), everybody]) each.close()

  await loadTables(client, [files.media])
  await copy(client, everybody)
  await copy(client, writePlaces(invented, folder))
  await copy(client, writePlaceSources(invented, folder))
  const { media: _, ...others } = files
  await loadTables(client, Object.values(others))
  await countPlaces(client, 'followers_count', followers)
  await countPlaces(client, 'spotted_confirmed_count', spotted)
  for (const table of ['users', 'places'])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`)
  await client.query('VACUUM (FREEZE, ANALYZE)')
  await client.query('CHECKPOINT')
}

/** What the names of places begin with, as often as a person meets it. */
const signs = [
  'Bar',
  'Bar',
  'Piazza',
  'Chiesa di San',
  'Trattoria',
  'Parco',
  'Hotel',
  'Stazione di',
  'Pizzeria',
  'Museo di',
]
/** The first places of a town are those that everybody posts at. */
const popularity = 2

type InventedPlace = ReturnType<typeof newPlace> & { id: number; town: string }

/** Invented places among the real ones, and which of them somebody of a town posts at. */
function furnish(shipped: Place[], towns: Town[], pickTown: (chance: Chance) => number, chance: Chance) {
  const key = (name: string, province: string | null) => `${name} ${province}`
  const numbers = new Map(towns.map(({ name, province }, at) => [key(name, province), at]))
  const byTown: PostedPlace[][] = towns.map(() => [])
  for (const place of shipped) {
    const at = numbers.get(key(place.town ?? place.name, place.province))
    const { id, name, town, c4, c5, latitude, longitude } = {
      ...newPlace({ ...place, source: '', sourceId: '', licence: '' }),
      id: place.id,
    }
    if (at !== undefined) byTown[at]?.push({ id, name, town: town ?? name, c4, c5, latitude, longitude })
  }
  const firstId = Math.max(...shipped.map(({ id }) => id)) + 1
  const invented = Array.from({ length: placeCount - shipped.length }, (_, at): InventedPlace => {
    const number = pickTown(chance)
    const town = towns[number]
    if (!town) throw new Error('the directory is empty')
    const place = newPlace({
      source: 'dintorni',
      sourceId: `bench-${at}`,
      licence: 'none',
      name: `${chance.pick(signs)} ${town.name} ${at}`,
      town: town.name,
      province: town.province,
      kind: 'bar',
      population: 0,
      ...somewhereIn(town, chance),
    })
    const stored = { ...place, id: firstId + at, town: town.name }
    byTown[number]?.push(stored)
    return stored
  })
  const pickPlace = (town: number): PostedPlace => {
    const places = byTown[town] ?? []
    const place = places[Math.floor(places.length * chance.next() ** popularity)]
    if (!place) throw new Error('a town without a place')
    return place
  }
  return { invented, pickPlace }
}

function writePlaces(places: InventedPlace[], folder: string): TableFile {
  const columns = [
    'id',
    'name',
    'search_name',
    'town',
    'province',
    'kind',
    'latitude',
    'longitude',
    'population',
    'c4',
    'c5',
  ] as const
  const file = new TableFile(folder, 'places', [...columns])
  for (const place of places) file.row(...columns.map((column) => place[column]))
  file.close()
  return file
}

function writePlaceSources(places: InventedPlace[], folder: string): TableFile {
  const file = new TableFile(folder, 'place_sources', ['source', 'source_id', 'place_id', 'licence', 'describes'])
  for (const { id, source, source_id, licence } of places) file.row(source, source_id, id, licence, true)
  file.close()
  return file
}

const countPlaces = (client: pg.Client, column: string, counts: Map<number, number>) =>
  client.query(
    `UPDATE places SET ${column} = many FROM unnest($1::bigint[], $2::int[]) AS t (place, many) WHERE id = place`,
    [[...counts.keys()], [...counts.values()]],
  )

/** Rows of pictures; their files are not there, and no measurement asks for them. */
function pictures(file: TableFile, chance: Chance): () => number {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const word = (length: number) => Array.from({ length }, () => letters[Math.floor(64 * chance.next())]).join('')
  let last = 0
  return () => {
    file.row(++last, word(24), 1280, chance.whole(640, 1600), `${word(31)}=`)
    return last
  }
}
