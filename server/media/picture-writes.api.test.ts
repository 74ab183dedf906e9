import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { registerClient } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { sql } from '#server/testing/sql.ts'
import { insertPicture } from './media.queries.ts'

// However a server ends, a file without a row is deleted within hours, and no row lacks its file.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let image: string
beforeAll(async () => {
  image = await createPhoto(40, 30)
})
beforeEach(async () => {
  await sql`DELETE FROM picture_writes`.execute(app.db)
})

const listStoredNames = async () =>
  [...new Set((await readdir(app.folders.media)).map((file) => file.slice(0, 24)))].toSorted()
const listNamesWithRow = async () =>
  (await sql<{ name: string }>`SELECT name FROM media`.all(app.db)).map(({ name }) => name).toSorted()
const listWrites = async () => {
  const { rows } = await sql<{ name: string; is_deletion: boolean }>`
    SELECT name, is_deletion FROM picture_writes ORDER BY begun_at`.execute(app.db)
  return rows
}
const growOld = () => sql`UPDATE picture_writes SET begun_at = now() - interval '61 minutes'`.execute(app.db)
const save = () => app.pictures.save({ dataUrl: image, accountId: alice.id, signal: new AbortController().signal })
const expectPairs = async () => expect(await listStoredNames()).toEqual(await listNamesWithRow())

test('A server that is killed between file and row leaves a note, by which the file is deleted an hour later', async () => {
  const server = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  const bruno = await registerClient(server.url, 'bruno')
  const other = connect(app.databaseUrl, 1)
  // The row has to wait: its author is locked by somebody else.
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = inTransaction(other, async (trx) => {
    await sql`SELECT 1 FROM users WHERE id = ${bruno.id} FOR UPDATE`.execute(trx)
    lock()
    await killed
  })
  await locked
  const publishing = bruno.call('createStory', { image }).catch(() => 'no reply')
  await expect.poll(async () => (await listWrites()).length).toBe(1)
  const [write] = await listWrites()
  const findFiles = async () => (await readdir(app.folders.media)).filter((file) => file.startsWith(write!.name))
  await expect.poll(findFiles).toHaveLength(3)
  await server.kill()
  kill()
  await holding
  await other.destroy()
  expect(await publishing).toBe('no reply')
  expect(await app.pictures.sweep()).toBe(0)
  expect(await findFiles()).toHaveLength(3)
  await growOld()
  expect(await app.pictures.sweep()).toBe(1)
  expect(await listWrites()).toEqual([])
  await expectPairs()
})

test('A published or refused picture leaves no note', async () => {
  const post = await alice.createPost('Eccomi', { image })
  expect(await listWrites()).toEqual([])
  const files = await listStoredNames()
  expect((await alice.call('createSpot', { text: 'Eccomi', location_id: 999_999_999, image })).status).toBe(404)
  await sql`UPDATE users SET bio = 'Ciao' WHERE id = ${alice.id}`.execute(app.db)
  const refused = await save()
  const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: '23503' }))
  await expect(app.pictures.claim(refused, refuse)).rejects.toThrow('no')
  expect(await listStoredNames()).toEqual(files)
  await alice.callOk('deletePost', { post_id: post.id })
  expect(await listWrites()).toEqual([])
  await expectPairs()
})

test('When the outcome is unknown the files stay, and go with the note', async () => {
  const inDoubt = await save()
  const breakOff = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  await expect(app.pictures.claim(inDoubt, breakOff)).rejects.toThrow('Connection terminated')
  expect(await listStoredNames()).toContain(inDoubt.name)
  await growOld()
  expect(await app.pictures.sweep()).toBe(1)
  await expectPairs()
})

test('A deletion that a crash or a full disk interrupts is finished later, by whichever server', async () => {
  const post = await alice.createPost('Eccomi', { image })
  const name = path.basename(post.image_url ?? '').slice(0, 24)
  // A folder in place of the file cannot be deleted.
  const file = path.join(app.folders.media, `${name}-640.webp`)
  await rm(file)
  await mkdir(file)
  await writeFile(path.join(file, 'x'), 'x')
  await alice.callOk('deletePost', { post_id: post.id })
  expect(await listWrites()).toEqual([{ name, is_deletion: true }])
  await expect(app.pictures.sweep()).rejects.toThrow('EISDIR')
  expect(await listWrites()).toHaveLength(1)
  await rm(file, { recursive: true })
  expect(await app.pictures.sweep()).toBe(1)
  expect(await listWrites()).toEqual([])
  await expectPairs()
})

test('Every deletion of a row leaves a note, also one by hand', async () => {
  const post = await alice.createPost('Eccomi', { image })
  const name = path.basename(post.image_url ?? '').slice(0, 24)
  await sql`UPDATE posts SET media_id = NULL WHERE id = ${post.id}`.execute(app.db)
  await sql`DELETE FROM media WHERE name = ${name}`.execute(app.db)
  expect(await listWrites()).toEqual([{ name, is_deletion: true }])
  await app.pictures.sweep()
  await expectPairs()
})

test('A picture that was given up gets no row any more', async () => {
  const late = await save()
  await growOld()
  await app.pictures.sweep()
  const insert = () => inTransaction(app.db, (trx) => insertPicture(trx, late))
  await expect(insert()).rejects.toMatchObject({ status: 503, message: expect.stringMatching(/^La foto/) })
  await expectPairs()
})

test('A sweep that gives up everything at any moment leaves no row without its file', async () => {
  const sweeping = new AbortController()
  const sweep = (async () => {
    while (!sweeping.signal.aborted) await app.pictures.sweep(new Date(Date.now() + 60_000))
  })()
  const publish = async (user: TestUser) => {
    const location_id = await app.findPlaceId('Milano')
    const statuses: number[] = []
    for (let number = 0; number < 12; number++)
      statuses.push((await user.call('createSpot', { text: 'Eccomi', location_id, image })).status)
    return statuses
  }
  const people = await Promise.all(['carla', 'dora', 'elio'].map((name) => app.createUser(name)))
  const statuses = (await Promise.all(people.map(publish))).flat()
  sweeping.abort()
  await sweep
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(503)
  await app.pictures.sweep(new Date(Date.now() + 60_000))
  await expectPairs()
  expect(await listWrites()).toEqual([])
})

test('The sweep does not list the folder', async () => {
  await save()
  await growOld()
  const unknown = path.join(app.folders.media, `${'a'.repeat(24)}-320.webp`)
  await writeFile(unknown, 'x')
  expect(await app.pictures.sweep()).toBe(1)
  expect(await listStoredNames()).toContain('a'.repeat(24))
  await rm(unknown)
})
