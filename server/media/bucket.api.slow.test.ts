import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { openBucket } from '#server/testing/fixtures/bucket.ts'
import { createNoisyPhoto, createPhoto } from '#server/testing/fixtures/photos.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { createRandom } from '#server/testing/fuzz/random.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type S3Server, startS3Server } from '#server/testing/harness/s3-server.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { sql } from '#server/testing/sql.ts'
import { createPictureStore } from './media.actions.ts'

// A real server whose pictures are in a bucket, and one beside it whose pictures are in a folder.

let s3: S3Server
let database: CopiedDatabase
let db: Database
let folder: string
let server: ServerProcess
let port: number
let anna: RegisteredClient
let bruno: RegisteredClient
let placeId: number
const dataDirOf = (name: string) => path.join(folder, name)
const start = () =>
  startServer({
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDirOf('bucket'),
    MEDIA_URL: s3.mediaUrl('milano'),
    ...s3.environment,
  })
beforeAll(async () => {
  s3 = await startS3Server()
  database = await copyDatabase(inject('preparedDatabase'))
  // One connection, so that all other sessions are the server's.
  db = connect(database.url, 1)
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bucket-'))
  port = await findFreePort()
  server = await start()
  anna = await registerClient(server.url, 'anna')
  bruno = await registerClient(server.url, 'bruno')
  const [place] = await anna.callOk('getNearbyLocations', { lat: 45.46, lon: 9.19 })
  placeId = place!.id
})
afterEach(async () => {
  s3.behave('normal')
  if (!(await isListening())) await s3.restart()
})
afterAll(async () => {
  await server.stop()
  await db.destroy()
  await database.drop()
  await s3.stop()
  await rm(folder, { recursive: true })
})

const isListening = () => fetch(new URL(s3.mediaUrl()).searchParams.get('endpoint')!).then(Boolean, () => false)
const publish = async (image?: string) => {
  const reply = await anna.call('createSpot', { text: 'Eccomi', location_id: placeId, ...(image && { image }) })
  return reply
}
/** Waits for the end of the pause that a store gets which did not answer. */
const publishPhoto = async (image?: string) => {
  const photo = image ?? (await createPhoto(700, 500))
  let reply = await publish(photo)
  await expect.poll(async () => (reply.status === 200 ? reply : (reply = await publish(photo))).status).toBe(200)
  const { body } = reply
  return { id: body.post.id, url: body.post.image_url!, key: `milano/${path.basename(body.post.image_url!)}` }
}
const listKeys = (name: string) => [...s3.objects.keys()].filter((key) => key.includes(name.slice(7, 31)))
const storeAway = {
  status: 503,
  body: { success: false, error: 'Le foto non sono raggiungibili in questo momento. Riprova tra poco.' },
}

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** Sends exactly these headers. */
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Reply>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((body) => resolve({ status, headers, body }), reject)
    })
      .once('error', reject)
      .end()
  })

test('A photo is in the bucket in three widths before its post is answered, and nothing is in the folder', async () => {
  const { url } = await publishPhoto()
  expect(listKeys(url).toSorted()).toEqual([1280, 320, 640].map((width) => `milano/${url.slice(7, 31)}-${width}.webp`))
  expect(existsSync(path.join(dataDirOf('bucket'), 'media'))).toBe(false)
})

test('It is sent as from a folder: same bytes, status and headers, whole, in part, unchanged, or not at all', async () => {
  const { url, key } = await publishPhoto(await createNoisyPhoto(1280, 1200))
  const stored = s3.objects.get(key)!
  const other = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDirOf('folder') })
  const { openFolderStore } = await import('./storage/folder-store.ts')
  const store = await openFolderStore(path.join(dataDirOf('folder'), 'media'))
  await store.put(path.basename(url), stored.data)
  const own = ['etag', 'last-modified', 'date', 'connection', 'keep-alive']
  const shown = ({ status, headers, body }: Reply) => ({
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name))),
    body: body.length < 500 && status >= 400 ? body.toString() : body.toString('hex'),
  })
  const fromBucket = await get(server.url + url)
  const fromFolder = await get(other.url + url)
  expect(fromBucket.body.equals(stored.data)).toBe(true)
  expect(fromBucket.headers['cache-control']).toBe('public, max-age=120')
  const size = stored.data.length
  const asked: [string, Record<string, string>, Record<string, string>?][] = [
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { range: 'bytes=0-99' }],
    ['GET', { range: 'bytes=100-' }],
    ['GET', { range: 'bytes=-100' }],
    ['GET', { range: `bytes=${size - 5}-${size + 500}` }],
    ['GET', { range: `bytes=${size}-` }],
    ['GET', { range: 'pages=1-2' }],
    ['GET', { range: 'bytes=0-99', 'if-range': '"another"' }],
    ['GET', { range: 'bytes=0-99', 'if-range': fromFolder.headers.etag! }, { 'if-range': fromBucket.headers.etag! }],
    ['GET', { 'if-none-match': fromFolder.headers.etag! }, { 'if-none-match': fromBucket.headers.etag! }],
    ['HEAD', { 'if-none-match': fromFolder.headers.etag! }, { 'if-none-match': fromBucket.headers.etag! }],
    ['GET', { 'if-none-match': '"another"' }],
    ['GET', { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() }],
    ['GET', { 'if-modified-since': new Date('2020-01-01').toUTCString() }],
    ['GET', { 'if-modified-since': 'ieri' }],
  ]
  for (const [method, headers, changed] of asked) {
    const expected = shown(await get(other.url + url, headers, method))
    const actual = shown(await get(server.url + url, { ...headers, ...changed }, method))
    expect({ asked: headers, ...actual }).toEqual({ asked: headers, ...expected })
  }
  const missing = `/media/${'a'.repeat(24)}-320.webp`
  expect(shown(await get(server.url + missing))).toEqual(shown(await get(other.url + missing)))
  await other.stop()
})

test('A video is in the bucket beside its cover, and is sent from there in parts', async () => {
  const video = videoDataUrl(await createVideo())
  const { picture_id } = await anna.callOk('uploadVideo', { video, image: await createPhoto(320, 180) })
  const { body } = await anna.call('createSpot', {
    text: 'Ecco',
    location_id: placeId,
    picture_ids: String(picture_id),
  })
  const url = body.post.video_url!
  const stored = s3.objects.get(`milano/${path.basename(url)}`)!
  expect(stored.type).toBe('video/mp4')
  expect(listKeys(url)).toHaveLength(4)
  const part = await get(server.url + url, { range: 'bytes=10-19' })
  expect({ ...part, headers: part.headers['content-type'] }).toEqual({
    status: 206,
    headers: 'video/mp4',
    body: stored.data.subarray(10, 20),
  })
  expect((await get(server.url + url, { range: `bytes=${stored.data.length}-` })).status).toBe(416)
  await anna.callOk('deletePost', { post_id: body.post.id })
  expect(listKeys(url)).toEqual([])
})

test('An unchanged picture is answered with 304 without asking the store', async () => {
  const { url } = await publishPhoto()
  const { headers } = await get(server.url + url)
  s3.requests.length = 0
  expect((await get(server.url + url, { 'if-none-match': headers.etag! })).status).toBe(304)
  expect(s3.requests).toEqual([])
})

test('A picture for the viewer alone is requested at each use, and not seen after a block', async () => {
  const carla = await registerClient(server.url, 'carla')
  await carla.callOk('requestFollow', { followed_id: anna.id })
  const { post } = await anna.callOk('createSpot', {
    text: 'Per chi mi segue',
    location_id: placeId,
    privacy: 'followers',
    image: await createPhoto(),
  })
  const url = post.image_url!
  const reply = await carla.request(url)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
  await reply.arrayBuffer()
  const again = await carla.request(url, { headers: { 'if-none-match': reply.headers.get('etag')! } })
  expect(again.status).toBe(304)
  expect((await bruno.request(url)).status).toBe(404)
  await anna.callOk('blockUser', { blocked_id: carla.id })
  expect((await carla.request(url)).status).toBe(404)
})

test('A deleted picture is gone from page and bucket; its note too', async () => {
  const { id, url } = await publishPhoto()
  await anna.callOk('deletePost', { post_id: id })
  expect(listKeys(url)).toEqual([])
  await expect.poll(async () => (await get(server.url + url)).status).toBe(404)
  const { rows } = await sql`SELECT 1 FROM picture_writes`.execute(db)
  expect(rows).toEqual([])
})

test('While the store is away photos are refused with one sentence, words go on, and the server is well', async () => {
  const { id, url } = await publishPhoto()
  const image = await createPhoto()
  await s3.stop()
  expect(await publish(image)).toMatchObject(storeAway)
  const picture = await get(server.url + url)
  expect([picture.status, JSON.parse(picture.body.toString()), picture.headers['cache-control']]).toEqual([
    503,
    storeAway.body,
    'no-store',
  ])
  expect((await publish()).status).toBe(200)
  expect((await get(`${server.url}/readyz`)).status).toBe(200)
  // A deletion is acknowledged, and the files go when the store is back.
  expect((await anna.call('deletePost', { post_id: id })).status).toBe(200)
  await expect.poll(async () => (await get(server.url + url)).status).toBe(404)
  await s3.restart()
  expect(listKeys(url)).toHaveLength(3)
  const pictures = createPictureStore(db, await openBucket(s3, 'milano'))
  await pictures.sweep(new Date(Date.now() + 60_000))
  expect(listKeys(url)).toEqual([])
  expect((await publish(image)).status).toBe(200)
})

test('A store that hangs holds nobody longer than its timeouts, and costs words nothing', async () => {
  const image = await createPhoto()
  const { url } = await publishPhoto()
  s3.behave('silent')
  const startMs = performance.now()
  const photos = await Promise.all([publish(image), get(server.url + url), get(server.url + url)])
  expect(performance.now() - startMs).toBeLessThan(20_000)
  expect(photos.map(({ status }) => status)).toEqual([503, 503, 503])
  expect((await publish()).status).toBe(200)
})

test('A client that leaves in the middle of a picture ends the request to the store', async () => {
  const { url } = await publishPhoto(await createNoisyPhoto(1280, 1200))
  s3.behave('half')
  const leaving = request(server.url + url)
  leaving.on('error', () => undefined)
  const begun = new Promise((resolve) => {
    leaving.on('response', (response) => response.on('error', () => undefined).once('data', resolve))
  })
  leaving.end()
  await begun
  expect(s3.countOpen()).toBe(1)
  leaving.destroy()
  await expect.poll(() => s3.countOpen()).toBe(0)
  // And before the head.
  s3.behave('silent')
  const early = request(server.url + url).on('error', () => undefined)
  early.end()
  await expect.poll(() => s3.countOpen()).toBe(1)
  early.destroy()
  // The server would give the request up by itself, after five seconds.
  await expect.poll(() => s3.countOpen(), { timeout: 4000 }).toBe(0)
})

test('A store that is killed in the middle of a picture breaks it off instead of cutting it short', async () => {
  const { url } = await publishPhoto(await createNoisyPhoto(1280, 1200))
  s3.behave('half')
  const reading = get(server.url + url)
  await expect.poll(() => s3.countOpen()).toBe(1)
  await s3.stop()
  await expect(reading).rejects.toThrow(/aborted|reset|hang up/)
  expect((await publish()).status).toBe(200)
})

test('A server that is killed between row and files of a deletion leaves a note, by which the files are deleted', async () => {
  const { id, url } = await publishPhoto()
  s3.behave('silent')
  const deleting = anna.call('deletePost', { post_id: id }).catch(() => 'no reply')
  const isDeleted = async () => (await sql`SELECT 1 FROM posts WHERE id = ${id}`.execute(db)).rows.length === 0
  await expect.poll(isDeleted).toBe(true)
  await server.kill()
  expect(await deleting).toBe('no reply')
  s3.behave('normal')
  expect(listKeys(url)).toHaveLength(3)
  const pictures = createPictureStore(db, await openBucket(s3, 'milano'))
  await pictures.sweep()
  expect(listKeys(url)).toEqual([])
  server = await start()
})

/**
 * Ends the work that a killed server has left: requests that the store has not read yet would write files after the
 * sweep, and a session of PostgreSQL keeps the locks of its transaction until it detects the end.
 */
async function endWork(): Promise<void> {
  await s3.stop()
  await s3.restart()
  const countSessions = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`.execute(db)
    return rows[0]!.count
  }
  await expect.poll(countSessions).toBe(0)
}

test('Kills of the server at any moment leave no row without its files, and after the sweep no file without its row', async () => {
  const image = await createPhoto(60, 40)
  const random = createRandom(7)
  const act = async (person: RegisteredClient, signal: AbortSignal) => {
    while (!signal.aborted) {
      const published = await person
        .call('createSpot', { text: 'Eccomi', location_id: placeId, image })
        .catch(() => null)
      if (published?.status !== 200) await new Promise(setImmediate)
      else if (random() < 0.5) await person.call('deletePost', { post_id: published.body.post.id }).catch(() => null)
    }
  }
  const findPairs = async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM media`.execute(db)
    const files = Map.groupBy(s3.objects.keys(), (key) => key.slice('milano/'.length, 'milano/'.length + 24))
    const known = new Set(rows.map(({ name }) => name))
    return {
      rowsWithoutFiles: [...known].filter((name) => files.get(name)?.length !== 3),
      filesWithoutRow: [...files.keys()].filter((name) => !known.has(name)),
    }
  }
  const pictures = createPictureStore(db, await openBucket(s3, 'milano'))
  for (let round = 0; round < 3; round++) {
    const stopping = new AbortController()
    const acting = [anna, bruno].map((person) => act(person, stopping.signal))
    const before = s3.requests.length
    const requestCount = 20 + random() * 60
    await expect.poll(() => s3.requests.length, { interval: 1 }).toBeGreaterThan(before + requestCount)
    await server.kill()
    stopping.abort()
    await Promise.all(acting)
    await endWork()
    expect((await findPairs()).rowsWithoutFiles).toEqual([])
    await pictures.sweep(new Date(Date.now() + 60_000))
    expect(await findPairs()).toEqual({ rowsWithoutFiles: [], filesWithoutRow: [] })
    server = await start()
  }
}, 300_000)
