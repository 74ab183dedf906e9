import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readlink, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { gatherCrowd, unpairedPictures, untold } from './crowd.ts'
import { seeded } from './seed.ts'
import { enter, grain, type Somebody } from './somebody.ts'

// What a server needs goes away, or runs out, under people who go on: they are told so, nothing is half-written, and it comes back by itself.

const calm = { DEMO: 'off', RATE_LIMITS: 'off', CHECK_REPLIES: 'off', LOG_LEVEL: 'info' }

let folder: string
/** What is to be ended, last first. */
let opened: (() => Promise<unknown>)[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-outage-'))
  opened = []
})
afterEach(async () => {
  for (const close of opened.toReversed()) await close()
  await rm(folder, { recursive: true, force: true })
})

/** A database that is not the server's own, as a machine beside it would be. */
async function openDatabase(): Promise<
  EmbeddedPostgres & { again: () => Promise<void>; processes: () => Promise<number[]> }
> {
  const dataDir = path.join(folder, 'database')
  let postgres = await startEmbeddedPostgres(dataDir)
  opened.push(() => postgres.stop())
  return {
    url: postgres.url,
    stop: () => postgres.stop(),
    async again() {
      postgres = await startEmbeddedPostgres(dataDir)
    },
    async processes() {
      const cluster = await realpath(path.join(dataDir, 'postgres'))
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
      const homes = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
      return pids.filter((_pid, index) => homes[index] === cluster).map(Number)
    },
  }
}

async function openServer(environment: NodeJS.ProcessEnv, through: string[] = []): Promise<ServerProcess> {
  const server = await startServer({ ...calm, ...environment }, through)
  opened.push(() => server.stop())
  return server
}

type Answer = { status: number; retryAfter: string | null; sentence: unknown; ms: number }
async function feedOf(somebody: Somebody): Promise<Answer> {
  const from = performance.now()
  const reply = await somebody.request('/api/feed/get_feed.php')
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    sentence: ((await reply.json()) as { error?: unknown }).error,
    ms: performance.now() - from,
  }
}
const away = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  sentence: 'Il servizio non è disponibile in questo momento. Riprova tra poco.',
}
const statusOf = (server: ServerProcess, url: string) => fetch(server.url + url).then(({ status }) => status)

test('A database that is away for ten seconds: everybody is told to come back, and it goes on without a restart', async () => {
  const database = await openDatabase()
  const server = await openServer({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') })
  const [anna, bruno] = [await enter(server.url, 'anna'), await enter(server.url, 'bruno')]
  const [place] = await anna.asks('getNearbyLocations', { lat: 45.46, lon: 9.19 })
  const { post } = await anna.asks('createSpot', { text: 'Prima', location_id: place!.id })

  await database.stop()
  const answers: Answer[] = []
  for (const until = Date.now() + 10_000; Date.now() < until; await wait(200)) answers.push(await feedOf(anna))
  expect(answers.filter((answer) => !(answer.status === 503 && answer.retryAfter))).toEqual([])
  expect(answers.at(-1)).toMatchObject(away)
  expect([await statusOf(server, '/livez'), await statusOf(server, '/readyz')]).toEqual([200, 503])
  await database.again()

  const from = performance.now()
  await expect.poll(async () => (await feedOf(anna)).status, { timeout: 30_000, interval: 50 }).toBe(200)
  process.stdout.write(
    `Away for 10 s: ${answers.length} answers 503, the slowest after ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms; well again ${Math.round(performance.now() - from)} ms after the database\n`,
  )
  // What is left to be done afterwards is done as well.
  await bruno.asks('likePost', { post_id: post.id })
  await expect
    .poll(async () => (await anna.asks('getNotifications', {})).notifications.map(({ kind }) => kind), {
      timeout: 60_000,
    })
    .toContain('like')
})

test('A database that hangs keeps nobody waiting for ever', async () => {
  const database = await openDatabase()
  const server = await openServer({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') })
  const anna = await enter(server.url, 'anna')
  const hung = await database.processes()
  expect(hung.length).toBeGreaterThan(5)
  for (const pid of hung) process.kill(pid, 'SIGSTOP')
  const answers = await Promise.all(Array.from({ length: 40 }, () => feedOf(anna)))
  expect(await statusOf(server, '/livez')).toBe(200)
  for (const pid of hung) process.kill(pid, 'SIGCONT')
  for (const answer of answers) expect(answer).toMatchObject(away)
  process.stdout.write(
    `A database that hangs: told after ${Math.round(Math.min(...answers.map(({ ms }) => ms)))}–${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms\n`,
  )
  await expect.poll(async () => (await feedOf(anna)).status, { timeout: 30_000 }).toBe(200)
})

/** Runs the server where a folder is a small disk of its own. */
const onSmallDisk = (disk: string, options: string) => {
  const privileges = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
  return [
    'unshare',
    ...privileges,
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs -o ${options} tmpfs '${disk}' && exec "$@"`,
    'sh',
  ]
}
/** The folder as the server sees it. */
const seenBy = (server: ServerProcess, file: string) => `/proc/${server.pid}/root${file}`

test.each([
  ['bytes', 'size=140m', 'Sul server non c’è più spazio per le foto. Riprova più tardi.'],
  ['files', 'size=400m,nr_inodes=60', 'Sul server non c’è più spazio per le foto. Riprova più tardi.'],
])(
  'A disk without room for more %s: photos are refused, words are taken, and nothing is half-written',
  async (_what, options, sentence) => {
    const database = await openDatabase()
    const dataDir = path.join(folder, 'data')
    spawnSync('mkdir', ['-p', dataDir])
    const server = await openServer({ DATABASE_URL: database.url, DATA_DIR: dataDir }, onSmallDisk(dataDir, options))
    const db = connect(database.url, 1)
    opened.push(() => db.destroy())
    const anna = await enter(server.url, 'anna')
    const [place] = await anna.asks('getNearbyLocations', { lat: 45.46, lon: 9.19 })
    const publishes = (image?: string) =>
      anna.tries('createSpot', { text: 'Ciao', location_id: place!.id, ...(image && { image }) })
    const image = await grain()
    const taken: number[] = []
    let last = await publishes(image)
    for (; last.status === 200 && taken.length < 200; last = await publishes(image)) taken.push(last.body.post.id)
    expect(taken.length).toBeGreaterThan(5)
    expect(last).toMatchObject({ status: 503, body: { success: false, error: sentence } })
    const pictures = async () => unpairedPictures(db, await readdir(seenBy(server, path.join(dataDir, 'media'))))
    expect(await pictures()).toEqual({ rowsWithoutFile: [], filesWithoutRow: [] })
    expect((await publishes()).status).toBe(200)
    for (const post_id of taken.slice(0, 4)) await anna.asks('deletePost', { post_id })
    expect((await publishes(image)).status).toBe(200)
    expect(await pictures()).toEqual({ rowsWithoutFile: [], filesWithoutRow: [] })
  },
)

test('A disk on which the database itself finds no room: refused, nothing half-written, and well again by itself when there is some', async () => {
  const dataDir = path.join(folder, 'data')
  spawnSync('mkdir', ['-p', dataDir])
  const server = await openServer({ DATABASE_URL: '', DATA_DIR: dataDir }, onSmallDisk(dataDir, 'size=400m'))
  const inside = seenBy(server, dataDir)
  const url = `postgres://postgres@localhost/dintorni?host=${encodeURIComponent(`${inside}/run`)}`
  const crowd = await gatherCrowd([server.url], 20, seeded())
  const ballast = path.join(inside, 'ballast')
  const { bavail, bsize } = await statfs(inside)
  await writeFile(ballast, Buffer.alloc(bavail * bsize - 256 * 1024))

  const writing = crowd.begin()
  await expect.poll(() => crowd.outcome.statuses.get(503) ?? 0, { timeout: 120_000 }).toBeGreaterThan(50)
  // Long enough for the database to go down for want of a log, and to find no room when it is started again.
  await wait(15_000)
  await rm(ballast)
  const from = performance.now()
  const before = crowd.outcome.done
  await expect.poll(() => crowd.outcome.done, { timeout: 120_000, interval: 100 }).toBeGreaterThan(before + 100)
  process.stdout.write(`Room again: a hundred calls were answered ${Math.round(performance.now() - from)} ms later\n`)
  await writing.stop()
  expect([...crowd.outcome.statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([])
  const db = connect(url, 1)
  expect(await crowd.losses(db)).toEqual([])
  await expectCountersToMatchRows(db)
  expect((await unpairedPictures(db, await readdir(path.join(inside, 'media')))).rowsWithoutFile).toEqual([])
  await db.destroy()
})

test('Two servers on one database, killed by turns in the middle of a crowd, lose nothing', async () => {
  const database = await openDatabase()
  const db = connect(database.url, 2)
  opened.push(() => db.destroy())
  const environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') }
  const servers = [await startServer({ ...calm, ...environment }), await startServer({ ...calm, ...environment })]
  opened.push(async () => {
    for (const server of servers) await server.stop()
  })
  const random = seeded()
  const crowd = await gatherCrowd(
    servers.map(({ url }) => url),
    40,
    random,
  )
  for (let round = 0; round < 6; round++) {
    const writing = crowd.begin()
    await wait(1000 + random() * 2000)
    const killed = servers[round % 2]!
    await killed.kill()
    await wait(500)
    servers[round % 2] = await startServer({ ...calm, ...environment, PORT: new URL(killed.url).port })
    await writing.stop()
    expect(await crowd.losses(db)).toEqual([])
    await expectCountersToMatchRows(db)
    expect((await unpairedPictures(db, await readdir(path.join(folder, 'data/media')))).rowsWithoutFile).toEqual([])
  }
  await expect.poll(() => untold(db), { timeout: 60_000 }).toBe(0)
  process.stdout.write(
    `Two servers: acknowledged ${crowd.outcome.done}, refused ${crowd.outcome.refused}, without an answer ${crowd.outcome.broken}\n`,
  )
})

test('What is wrong is written in the log, once and for the operator', async () => {
  const database = await openDatabase()
  const server = await openServer({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') })
  await database.stop()
  await wait(3000)
  await database.again()
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('the job queue cannot be looked at'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(5)
})
