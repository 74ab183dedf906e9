import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { migrateTo } from '#server/database/migrate.ts'
import { readMigrations } from '#server/database/migration-files.ts'
import { createRandom } from '#server/testing/fuzz/random.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createClient, signIn } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { runAdminCommand, startAdminCommand } from '#server/testing/harness/admin-command.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { startS3Server } from '#server/testing/harness/s3-server.ts'
import { withLockedTable } from '#server/testing/harness/locked-table.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { digestTables } from '#server/testing/harness/table-digests.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#server/testing/harness/empty-database.ts'
import { sql } from '#server/testing/sql.ts'
import {
  type ArchiveEntry,
  archiveEnd,
  checksumLine,
  checksumsName,
  DamagedBackup,
  type Manifest,
  packEntry,
} from './archive.ts'
import { readArchive } from './archive-reader.ts'
import { leftOutTables } from './left-out.ts'
import { verifyBackup } from './verify-backup.ts'

// The operator backs up a server that runs, and restores it to another place.

const run = promisify(execFile)
const commandsTimeoutMs = 120_000

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-backup-'))
  file = path.join(folder, 'first.tar')
  const image = await createPhoto(900, 700)
  for (let number = 0; number < 12; number++) await alice.createPost(`Tab\t, \\ e a capo\n${number}`, { image })
  const video = { video: videoDataUrl(await createVideo()), image: await createPhoto(320, 180) }
  const { picture_id } = await alice.callOk('uploadVideo', video)
  await alice.createPost('Un video', { picture_ids: String(picture_id) })
  const post = await alice.createPost('Duomo #milano @bruno')
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Ci sono anch’io' })
  await bruno.follow(alice)
  await backup(file)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = () => ({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
async function backup(to: string) {
  const result = await runAdminCommand(['backup', to], environment())
  expect(result).toMatchObject({ code: 0, err: expect.any(String) })
  return result
}

/** A place for a restore: an empty database beside a folder. */
type Place = { environment: NodeJS.ProcessEnv; db: Database; database: EmptyDatabase; media: string }
const places: Place[] = []
afterAll(async () => {
  for (const { db, database } of places) {
    await db.destroy()
    await database.drop()
  }
})
async function createPlace(): Promise<Place> {
  const database = await createEmptyDatabase(inject('preparedDatabase'))
  const dataDir = await mkdtemp(path.join(folder, 'place-'))
  const place = {
    environment: { DATABASE_URL: database.url, DATA_DIR: dataDir },
    db: connect(database.url, 1),
    database,
    media: path.join(dataDir, 'media'),
  }
  places.push(place)
  return place
}
const restore = (place: Place, from = file, ...options: string[]) =>
  runAdminCommand(['restore', from, ...options], place.environment)

async function readFiles(from: string): Promise<Record<string, string>> {
  const names = (await readdir(from)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await readFile(path.join(from, name))).toString('base64')])),
  )
}

/** All that a migrated schema consists of, apart from rows. */
async function describeSchema(db: Database) {
  const { rows } = await sql<{ line: string }>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text AS line
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_indexdef(indexrelid) || indisvalid::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(t.oid) || tgenabled::text FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
      WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1`.execute(db)
  return rows.map(({ line }) => line)
}

test(
  'A restored server has every row and every picture, the same constraints, and starts as usual',
  async () => {
    const place = await createPlace()
    const restored = await restore(place, file, '--keep-sessions')
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringMatching(/2 people, 14 posts, 13 pictures; everybody/),
    })
    const before = await digestTables(app.db)
    const after = await digestTables(place.db)
    for (const table of Object.keys(leftOutTables)) {
      delete before[table]
      delete after[table]
    }
    expect(after).toEqual(before)
    expect(Object.keys(after).length).toBeGreaterThan(40)
    expect(await describeSchema(place.db)).toEqual(await describeSchema(app.db))
    const files = await readFiles(place.media)
    expect(files).toEqual(await readFiles(app.folders.media))
    expect(Object.keys(files).filter((name) => name.endsWith('.mp4'))).toHaveLength(1)
    await expectCountersToMatchRows(place.db)
    const server = await startServer(place.environment)
    const stillAlice = createClient(server.url, alice.cookie())
    const [picture] = await readdir(place.media)
    expect((await stillAlice.request(`/media/${picture}`)).status).toBe(200)
    const { post } = await stillAlice.callOk('createSpot', {
      text: 'Dopo il ripristino',
      location_id: await app.findPlaceId('Piazza del Duomo', 'Milano'),
    })
    expect(post.id).toBeGreaterThan(0)
    await server.stop()
  },
  commandsTimeoutMs,
)

test(
  'Whoever was signed in signs in again: a session that ended after the backup does not come back',
  async () => {
    const embedded = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'embedded') }
    const { out } = await runAdminCommand(['restore', file], embedded)
    expect(out).toContain('everybody has to sign in again')
    const server = await startServer(embedded)
    const { status } = await createClient(server.url, alice.cookie()).call('getUserSettings', {})
    expect(status).toBe(401)
    expect(await signIn(server.url, 'alice')).toContain('sid=')
    await server.stop()
  },
  commandsTimeoutMs,
)

test('Tar and sha256sum read the file, which only its owner can', async () => {
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  const unpacked = await mkdtemp(path.join(folder, 'unpacked-'))
  await run('tar', ['xf', file], { cwd: unpacked })
  await run('sh', ['-c', 'sha256sum --strict --quiet -c checksums.sha256'], { cwd: unpacked })
  expect(await readFiles(path.join(unpacked, 'pictures'))).toEqual(await readFiles(app.folders.media))
  expect(await readdir(folder)).not.toContain('first.tar.part')
})

test('Every table is in the file, or left out for a reason; where people are is not in it', async () => {
  const session = await sql<{ id: number }>`SELECT id FROM sessions WHERE user_id = ${alice.id}`.first(app.db)
  const c7 = '608533319805566975'
  await sql`INSERT INTO user_cells (user_id, session_id, c7) VALUES (${alice.id}, ${session!.id}, ${c7})`.execute(
    app.db,
  )
  const other = path.join(folder, 'cells.tar')
  await backup(other)
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(app.db)
  const tables: string[] = []
  for await (const { name, data } of readArchive(other)) {
    const content = name.endsWith('.gz') ? gunzipSync(data) : data
    expect(content.includes(c7)).toBe(false)
    if (name === 'manifest.json')
      tables.push(...(JSON.parse(content.toString()) as Manifest).tables.map((one) => one.name))
  }
  expect([...tables, ...Object.keys(leftOutTables)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

const verify = (of: string) => runAdminCommand(['verify', of], {})

test(
  'One changed byte, wherever it is, or a missing end is found',
  async () => {
    expect(await verify(file)).toMatchObject({ code: 0, out: expect.stringContaining('is whole') })
    const content = await readFile(file)
    const damaged = path.join(folder, 'damaged.tar')
    const random = createRandom(1)
    const places = [0, 257, 511, 600, content.length - 1, content.length - 1000, content.length - 1030]
    for (let number = 0; number < 30; number++) places.push(Math.floor(random() * content.length))
    for (const at of places) {
      const copy = Buffer.from(content)
      copy[at] = copy[at]! ^ 1
      await writeFile(damaged, copy)
      await expect(verifyBackup(damaged), `byte ${at}`).rejects.toThrow(DamagedBackup)
    }
    for (const length of [0, 50, 1000, content.length - 1, content.length - archiveEnd.length]) {
      await writeFile(damaged, content.subarray(0, length))
      await expect(verifyBackup(damaged), `${length} bytes`).rejects.toThrow(DamagedBackup)
    }
    const { code, err } = await verify(damaged)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^admin: .* is damaged: .*\n$/) })
  },
  commandsTimeoutMs,
)

/** Writes the entries of the backup to another one. `change` returns null to leave one out, but not its checksum. */
async function rewrite(name: string, change: (entry: ArchiveEntry) => ArchiveEntry | null): Promise<string> {
  const to = path.join(folder, name)
  const entries: ArchiveEntry[] = []
  let lines = ''
  for await (const entry of readArchive(file)) {
    const changed = change(entry)
    lines += checksumLine(changed ?? entry)
    if (changed) entries.push(changed)
  }
  entries.push({ name: checksumsName, data: Buffer.from(lines) })
  const packed = await Promise.all(entries.map((entry) => packEntry(entry, new Date())))
  await writeFile(to, Buffer.concat([...packed, archiveEnd]))
  return to
}

test('A file from which an entry was taken is found out', async () => {
  const without = (part: string) => (entry: ArchiveEntry) => (entry.name.includes(part) ? null : entry)
  for (const part of ['pictures/', 'database/post_likes/'])
    await expect(verifyBackup(await rewrite('less.tar', without(part)))).rejects.toThrow(
      'an entry has another checksum',
    )
  await expect(verifyBackup(await rewrite('less.tar', without('manifest')))).rejects.toThrow('does not begin as')
})

test('A backup of the first format is refused with the version that restores it', async () => {
  const old = await rewrite('old.tar', (entry) =>
    entry.name === 'manifest.json' ? { ...entry, data: Buffer.from('{"format": 1}') } : entry,
  )
  expect(await verify(old)).toMatchObject({
    code: 1,
    err: `admin: the backup has format 1, and this version reads 2: Dintorni 0.1.0 restores it\n`,
  })
})

test(
  'A restore is refused in one line where anything is, and for a newer or a damaged backup; nothing is changed',
  async () => {
    const place = await createPlace()
    const refused = async (from: string, environment: NodeJS.ProcessEnv, reason: RegExp) => {
      const { code, out, err } = await runAdminCommand(['restore', from], environment)
      expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 })
      expect(err).toMatch(reason)
    }
    await refused(
      file,
      { ...place.environment, DATABASE_URL: app.databaseUrl },
      /the database is not empty: it has \d+ tables/,
    )
    await refused(file, { ...place.environment, DATA_DIR: app.dataDir }, /there are pictures already/)
    const newer = await rewrite('newer.tar', (entry) => {
      if (entry.name !== 'manifest.json') return entry
      const manifest = JSON.parse(entry.data.toString()) as Manifest
      manifest.migrations.push({ name: '9999_later.sql', checksum: 'x' })
      return { ...entry, data: Buffer.from(JSON.stringify(manifest)) }
    })
    await refused(newer, place.environment, /of a newer version \(.* with 9999_later.sql\): update Dintorni first/)
    const cut = path.join(folder, 'cut.tar')
    await writeFile(cut, (await readFile(file)).subarray(0, -2000))
    await refused(cut, place.environment, /is damaged: it is no backup, or was cut off/)
    await refused(path.join(folder, 'none.tar'), place.environment, /there is no file/)
    expect(await describeSchema(place.db)).toEqual([])
    expect(await restore(place)).toMatchObject({ code: 0 })
  },
  commandsTimeoutMs,
)

test(
  'A restore that is killed can be repeated; until it is complete no server starts on its database',
  async () => {
    const place = await createPlace()
    const isBegun = async () => {
      const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'unfinished_restore'`.execute(place.db)
      return rows.length > 0
    }
    const command = startAdminCommand(['restore', file], place.environment)
    await expect.poll(isBegun, { interval: 1 }).toBe(true)
    command.kill()
    await command.ended
    await expect(startServer(place.environment)).rejects.toThrow('is half restored into this database: repeat')
    expect((await restore(place)).code).toBe(0)
    await (await startServer(place.environment)).stop()
  },
  commandsTimeoutMs,
)

test(
  'A refused restore into a new folder leaves nothing there, and what was there before stays',
  async () => {
    const damaged = path.join(folder, 'damaged.tar')
    const bytes = await readFile(file)
    bytes[100_000]! ^= 1
    await writeFile(damaged, bytes)
    const parent = path.join(folder, 'new')
    const dataDir = path.join(parent, 'place')
    const refuse = async () => {
      const { code, err } = await runAdminCommand(['restore', damaged], { DATA_DIR: dataDir, DATABASE_URL: '' })
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is damaged') })
    }
    await refuse()
    expect(await readdir(folder)).not.toContain('new')
    await mkdir(dataDir, { recursive: true })
    await writeFile(path.join(dataDir, 'mine.txt'), 'x')
    await refuse()
    expect(await readdir(dataDir)).toEqual(['mine.txt'])
  },
  commandsTimeoutMs,
)

test('A part that grows beyond all measure when it is decompressed is refused', async () => {
  const bomb = await rewrite('bomb.tar', (entry) =>
    entry.name === 'database/media/000001.copy.gz'
      ? { ...entry, data: gzipSync(Buffer.alloc(65 * 1024 * 1024)) }
      : entry,
  )
  await expect(verifyBackup(bomb)).rejects.toThrow('database/media/000001.copy.gz is too large')
})

test.each([[['restore', 'a', 'b']], [['restore', 'a', '--other']], [['verify', 'a', '--keep-sessions']]])(
  '%j is refused with the usage',
  async (args) => {
    const { code, err } = await runAdminCommand(args, environment())
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^Usage: npm run admin -- backup FILE/) })
  },
)

test('A backup replaces no file, and leaves none when it fails', async () => {
  const before = await readFile(file)
  expect(await runAdminCommand(['backup', file], environment())).toMatchObject({
    code: 1,
    err: `admin: ${file} exists already\n`,
  })
  expect((await readFile(file)).equals(before)).toBe(true)
  const failed = path.join(folder, 'failed.tar')
  await withLockedTable(app.databaseUrl, 'mutes', async () => {
    expect(await runAdminCommand(['backup', failed], environment())).toMatchObject({ code: 1 })
  })
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
  const { rows } = await sql`SELECT file, failure FROM backups ORDER BY id DESC LIMIT 1`.execute(app.db)
  expect(rows).toEqual([{ file: failed, failure: 'PostgreSQL refuses: 55P03' }])
})

test(
  'A picture that was lost before is counted, and the rest is saved all the same',
  async () => {
    const post = await alice.createPost('Persa', { image: await createPhoto() })
    const lost = path.basename(post.image_url!)
    await rm(path.join(app.folders.media, lost))
    const other = path.join(folder, 'lost.tar')
    expect((await backup(other)).out).toContain('13 pictures; 1 more pictures had been lost before')
    expect((await verify(other)).out).toContain('1 more pictures had been lost before')
    const place = await createPlace()
    expect((await restore(place, other)).code).toBe(0)
    expect((await readdir(place.media)).filter((name) => name.startsWith(lost.slice(0, 24)))).toEqual([])
    await alice.callOk('deletePost', { post_id: post.id })
  },
  commandsTimeoutMs,
)

test(
  'Work that waited at the moment of the backup is done by the restored server',
  async () => {
    const other = await createTestApp()
    const carla = await other.createUser('carla')
    const dario = await other.createUser('dario')
    const post = await carla.createPost('Eccomi')
    await other.jobs.stop()
    await dario.callOk('likePost', { post_id: post.id })
    const waiting = path.join(folder, 'jobs.tar')
    await runAdminCommand(['backup', waiting], { DATABASE_URL: other.databaseUrl, DATA_DIR: other.dataDir })
    await other.close()
    const place = await createPlace()
    expect((await restore(place, waiting)).code).toBe(0)
    const server = await startServer(place.environment)
    const likes = () => sql<{ user_id: number }>`SELECT user_id FROM notifications WHERE kind = 'like'`.all(place.db)
    await expect.poll(likes).toEqual([{ user_id: carla.id }])
    await server.stop()
  },
  commandsTimeoutMs,
)

test(
  'A database of an older version is backed up before it is migrated, and restored at its own level',
  async () => {
    const old = await createPlace()
    const names = readMigrations().map(({ name }) => name)
    // Before there were videos.
    const olderCount = names.findIndex((name) => name.startsWith('0230'))
    await migrateTo(old.environment.DATABASE_URL!, new Set(names.slice(0, olderCount)))
    await sql`INSERT INTO users (username, email, password_hash) VALUES ('anna', 'anna@example.it', 'x')`.execute(
      old.db,
    )
    const older = path.join(folder, 'older.tar')
    expect(await runAdminCommand(['backup', older], old.environment)).toMatchObject({ code: 0 })
    const place = await createPlace()
    expect((await restore(place, older)).out).toContain('1 people')
    const levels = () => sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(place.db)
    expect((await levels()).rows).toHaveLength(olderCount)
    const server = await startServer(place.environment)
    expect((await levels()).rows).toHaveLength(names.length)
    await server.stop()
  },
  commandsTimeoutMs,
)

test(
  'Pictures that are deleted while a backup is taken are in it, and their files go when it has ended',
  async () => {
    const s3 = await startS3Server()
    const bucket = { MEDIA_URL: s3.mediaUrl('milano'), ...s3.environment }
    Object.assign(process.env, s3.environment)
    const other = await createTestApp(bucket)
    const emma = await other.createUser('emma')
    const post = await emma.createPost('Presto cancellato', { image: await createPhoto() })
    const kept = await emma.createPost('Resta', { image: await createPhoto() })
    const filesOf = ({ image_url }: { image_url?: string | null }) =>
      [...s3.objects.keys()].filter((key) => key.includes(path.basename(image_url!).slice(0, 24)))
    const deleting = path.join(folder, 'deleting.tar')
    const isAsked = () => s3.requests.some((one) => one.startsWith('GET') && one.includes('-1280.webp'))
    s3.requests.length = 0
    s3.behave('holding')
    const taking = startAdminCommand(['backup', deleting], {
      DATABASE_URL: other.databaseUrl,
      DATA_DIR: other.dataDir,
      ...bucket,
    })
    await expect.poll(isAsked, { timeout: commandsTimeoutMs }).toBe(true)
    await emma.callOk('deletePost', { post_id: post.id })
    expect(filesOf(post)).toHaveLength(3)
    s3.behave('normal')
    expect(await taking.ended).toMatchObject({ code: 0, out: expect.stringContaining('2 pictures') })
    expect(filesOf(post)).toEqual([])
    expect(filesOf(kept)).toHaveLength(3)
    // To another bucket, as a restore of that moment.
    const place = await createPlace()
    const target = { ...place.environment, MEDIA_URL: s3.mediaUrl('roma'), ...s3.environment }
    expect(await runAdminCommand(['restore', deleting], target)).toMatchObject({ code: 0 })
    expect(filesOf(post).map((key) => key.split('/')[0])).toEqual(['roma', 'roma', 'roma'])
    await other.close()
    await s3.stop()
  },
  commandsTimeoutMs,
)
