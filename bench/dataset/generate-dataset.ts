import pg from 'pg'
import { type Random, createRandom } from '#demo/random.ts'
import { hashToken } from '#server/auth/auth.actions.ts'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { newPlace } from '#server/places/places.rules.ts'
import { bulkLoad, loadFile } from './bulk-load.ts'
import { tableColumns, userColumns } from './columns.ts'
import { CopyFile } from './copy-file.ts'
import {
  createPeople,
  sessionToken,
  usersWithSession,
  writeFollowsAndBlocks,
  writePlaceFollows,
  writeUsers,
} from './people.ts'
import { type PlaceWithCells, timeOrderedId, writePosts } from './posts.ts'
import { isTown, type Place, randomPointIn, type Town, townPicker } from './towns.ts'

const placeCount = 50_000
const dayMs = 24 * 60 * 60 * 1000
const historyMs = 2 * 365 * dayMs
/** The newest post is this old, so that none of its comments lies in the future. */
const newestPostAgeMs = dayMs / 2
/** Longer than a dataset is used (`maxAgeMs` in open-dataset.ts): no session is extended, which would be a write. */
const sessionLifetimeMs = 40 * dayMs

export type DatasetSize = { posts: number; users: number }

/**
 * Fills an empty database with a community around the towns of the shipped directory and two years of its posts.
 * Everything but the dates is the same each time.
 * @param folder where PostgreSQL may read files.
 */
export async function generateDataset(databaseUrl: string, size: DatasetSize, folder: string): Promise<void> {
  await migrate(databaseUrl)
  const db = connect(databaseUrl, 1)
  await loadShippedDirectory(db)
  const directory: Place[] = await db
    .selectFrom('places')
    .select(['id', 'name', 'town', 'province', 'kind', 'population', 'latitude', 'longitude'])
    .orderBy('id')
    .execute()
  await db.destroy()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const written = writeFiles(directory, size, folder)
    await loadFiles(client, written)
  } finally {
    await client.end()
  }
}

type WrittenFiles = ReturnType<typeof writeFiles>

/** Writes one file per table, and returns them with the counters of the places. */
function writeFiles(directory: Place[], size: DatasetSize, folder: string) {
  const towns = directory.filter(isTown)
  const pickTown = townPicker(towns)
  // The seed stays, so that figures of different versions are comparable.
  const random = createRandom('a world to measure')
  const files = createFiles(folder)
  const people = createPeople(random, pickTown, size.users)
  const { inventedPlaces, pickPlace } = addPlaces({ directory, towns, pickTown, random })
  const untilMs = Date.now() - newestPostAgeMs
  const fromMs = untilMs - historyMs
  const idAt = (index: number) => timeOrderedId(fromMs + (historyMs / size.users) * index, index)
  writeFollowsAndBlocks({ files, people, idAt, random })
  const followers = writePlaceFollows({
    file: files.placeFollows,
    people,
    pickPlace: (town) => pickPlace(town).id,
    idAt,
    random,
  })
  const addPicture = createPictures(files.media, random)
  const confirmed = writePosts({
    files,
    count: size.posts,
    fromMs,
    untilMs,
    people,
    pickPlace,
    pickTown,
    addPicture,
    random,
  })
  writeSessions(files.sessions, size.users)
  const users = new CopyFile(folder, 'users', userColumns)
  writeUsers({ file: users, people, addPicture, random })
  for (const file of [...Object.values(files), users]) file.close()
  return {
    files,
    users,
    places: writePlaces(inventedPlaces, folder),
    placeSources: writePlaceSources(inventedPlaces, folder),
    followers,
    confirmed,
  }
}

function createFiles(folder: string) {
  const file = (table: keyof typeof tableColumns) => new CopyFile(folder, table, tableColumns[table])
  return {
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
}

function writeSessions(file: CopyFile, userCount: number): void {
  const expiresAt = new Date(Date.now() + sessionLifetimeMs).toISOString()
  for (let id = 1; id <= Math.min(userCount, usersWithSession); id++)
    file.addRow(hashToken(sessionToken(id)), id, expiresAt)
}

async function loadFiles(client: pg.Client, written: WrittenFiles): Promise<void> {
  const { media, ...others } = written.files
  await bulkLoad(client, [media])
  await loadFile(client, written.users)
  await loadFile(client, written.places)
  await loadFile(client, written.placeSources)
  await bulkLoad(client, Object.values(others))
  await updatePlaceCounts(client, 'followers_count', written.followers)
  await updatePlaceCounts(client, 'spotted_confirmed_count', written.confirmed)
  for (const table of ['users', 'places'])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`)
  await client.query('VACUUM (FREEZE, ANALYZE)')
  await client.query('CHECKPOINT')
}

/** First words of invented places; repeated as often as they are met. */
const nameBeginnings = [
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
/** Exponent that favours the first places of a town. */
const popularityExponent = 2

type InventedPlace = ReturnType<typeof newPlace> & { id: number; town: string }

type PlacesInput = { directory: Place[]; towns: Town[]; pickTown: (random: Random) => number; random: Random }

/** Adds invented places to those of the directory, and returns a function that picks a place of a town. */
function addPlaces({ directory, towns, pickTown, random }: PlacesInput) {
  const key = (name: string, province: string | null) => `${name} ${province}`
  const townIndexes = new Map(towns.map(({ name, province }, index) => [key(name, province), index]))
  const byTown: PlaceWithCells[][] = towns.map(() => [])
  for (const place of directory) {
    const townIndex = townIndexes.get(key(place.town ?? place.name, place.province))
    if (townIndex !== undefined) byTown[townIndex]?.push(withCells(place))
  }
  const firstId = Math.max(...directory.map(({ id }) => id)) + 1
  const inventedPlaces = Array.from({ length: placeCount - directory.length }, (_, index): InventedPlace => {
    const townIndex = pickTown(random)
    const town = towns[townIndex]
    if (!town) throw new Error('the directory is empty')
    const place = { ...inventPlace(town, index, random), id: firstId + index, town: town.name }
    byTown[townIndex]?.push(place)
    return place
  })
  const pickPlace = (townIndex: number): PlaceWithCells => {
    const places = byTown[townIndex] ?? []
    const place = places[Math.floor(places.length * random.next() ** popularityExponent)]
    if (!place) throw new Error('a town without a place')
    return place
  }
  return { inventedPlaces, pickPlace }
}

function withCells(place: Place): PlaceWithCells {
  const { name, town, c4, c5, latitude, longitude } = newPlace({ ...place, source: '', sourceId: '', licence: '' })
  return { id: place.id, name, town: town ?? name, c4, c5, latitude, longitude }
}

const inventPlace = (town: Town, index: number, random: Random) =>
  newPlace({
    source: 'dintorni',
    sourceId: `bench-${index}`,
    licence: 'none',
    name: `${random.pick(nameBeginnings)} ${town.name} ${index}`,
    town: town.name,
    province: town.province,
    kind: 'bar',
    population: 0,
    ...randomPointIn(town, random),
  })

function writePlaces(places: InventedPlace[], folder: string): CopyFile {
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
  const file = new CopyFile(folder, 'places', [...columns])
  for (const place of places) file.addRow(...columns.map((column) => place[column]))
  file.close()
  return file
}

function writePlaceSources(places: InventedPlace[], folder: string): CopyFile {
  const file = new CopyFile(folder, 'place_sources', ['source', 'source_id', 'place_id', 'licence', 'describes'])
  for (const { id, source, source_id, licence } of places) file.addRow(source, source_id, id, licence, true)
  file.close()
  return file
}

const updatePlaceCounts = (client: pg.Client, column: string, counts: Map<number, number>) =>
  client.query(
    `UPDATE places SET ${column} = counts.count FROM unnest($1::bigint[], $2::int[]) AS counts (place_id, count)
     WHERE id = counts.place_id`,
    [[...counts.keys()], [...counts.values()]],
  )

/** Returns a function that adds the row of a picture. The files do not exist; no benchmark requests them. */
function createPictures(file: CopyFile, random: Random): () => number {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const randomString = (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(64 * random.next())]).join('')
  let lastId = 0
  return () => {
    file.addRow(++lastId, randomString(24), 1280, random.integer(640, 1600), `${randomString(31)}=`)
    return lastId
  }
}
