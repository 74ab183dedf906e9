import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readlink, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { createWriteWorkload, findUnpairedPictures } from './clients/write-workload.ts'
import { formatDurations } from './durations.ts'
import { createCleanups } from './cleanups.ts'
import { byRunLength, createSeededRandom } from './run-length.ts'
import { registerClient, type RegisteredClient } from '#server/testing/fixtures/api-client.ts'
import { createNoisyPhoto } from '#server/testing/fixtures/photos.ts'

// The database or the disk becomes unavailable while users continue: calls are refused with 503, nothing is written by
// half, and the server recovers by itself.

const outageMs = byRunLength({ full: 10_000, brief: 2000 })

let folder: string
const cleanups = createCleanups()
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-outage-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
})

type ExternalDatabase = EmbeddedPostgres & {
  restart: () => Promise<void>
  /** Pids of all its processes. */
  findPids: () => Promise<number[]>
}

/** Starts a database outside the server, as on another machine. */
async function startDatabase(): Promise<ExternalDatabase> {
  const dataDir = path.join(folder, 'database')
  let postgres = await startEmbeddedPostgres(dataDir)
  cleanups.push(() => postgres.stop())
  return {
    url: postgres.url,
    stop: () => postgres.stop(),
    async restart() {
      postgres = await startEmbeddedPostgres(dataDir)
    },
    async findPids() {
      const cluster = await realpath(path.join(dataDir, 'postgres'))
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
      const homes = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
      return pids.filter((_pid, index) => homes[index] === cluster).map(Number)
    },
  }
}

/** @param wrapper a command that starts the server, such as `unshare`. */
async function startTestServer(environment: NodeJS.ProcessEnv, wrapper: string[] = []): Promise<ServerProcess> {
  const server = await startServer({ CHECK_REPLIES: 'off', ...environment }, wrapper)
  cleanups.push(() => server.stop())
  return server
}

type Reply = { status: number; retryAfter: string | null; sentence: unknown; durationMs: number }
async function requestFeed(client: RegisteredClient, timeoutMs = 30_000): Promise<Reply> {
  const startMs = performance.now()
  const reply = await client.request('/api/feed/get_feed.php', { signal: AbortSignal.timeout(timeoutMs) })
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    sentence: ((await reply.json()) as { error?: unknown }).error,
    durationMs: performance.now() - startMs,
  }
}
const unavailable = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  sentence: 'Il servizio non è disponibile in questo momento. Riprova tra poco.',
}
const statusOf = (server: ServerProcess, url: string) => fetch(server.url + url).then(({ status }) => status)

test('While the database is away calls get 503; afterwards the server recovers without a restart', async () => {
  const database = await startDatabase()
  const server = await startTestServer({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') })
  const anna = await registerClient(server.url, 'anna')
  const bruno = await registerClient(server.url, 'bruno')
  const [place] = await anna.callOk('getNearbyLocations', { lat: 45.46, lon: 9.19 })
  const { post } = await anna.callOk('createSpot', { text: 'Prima', location_id: place!.id })

  await database.stop()
  const replies: Reply[] = []
  for (const endMs = Date.now() + outageMs; Date.now() < endMs; await wait(200)) replies.push(await requestFeed(anna))
  expect(replies.filter(({ status, retryAfter }) => !(status === 503 && retryAfter))).toEqual([])
  expect(replies.at(-1)).toMatchObject(unavailable)
  expect([await statusOf(server, '/livez'), await statusOf(server, '/readyz')]).toEqual([200, 503])
  await database.restart()

  const restartedMs = performance.now()
  await expect.poll(async () => (await requestFeed(anna)).status, { timeout: 30_000, interval: 50 }).toBe(200)
  const slowestMs = Math.round(Math.max(...replies.map(({ durationMs }) => durationMs)))
  const recoveryMs = Math.round(performance.now() - restartedMs)
  console.log(
    `Database away for ${outageMs / 1000} s: ${replies.length} replies 503, the slowest after ${slowestMs} ms; ` +
      `recovered ${recoveryMs} ms after the database`,
  )
  // The log tells of it a few times, not on every attempt.
  expect(server.output().split('the job queue cannot be read').length - 1).toBeLessThan(5)
  // Jobs run again too.
  await bruno.callOk('likePost', { post_id: post.id })
  await expect
    .poll(async () => (await anna.callOk('getNotifications', {})).notifications.map(({ kind }) => kind), {
      timeout: 60_000,
    })
    .toContain('like')
})

test('Calls to a hanging database are refused, and answered when it continues', async () => {
  const database = await startDatabase()
  const server = await startTestServer({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') })
  const anna = await registerClient(server.url, 'anna')
  const pids = await database.findPids()
  expect(pids.length).toBeGreaterThan(5)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  let isStopped = true
  const continueDatabase = () => {
    if (isStopped) for (const pid of pids) process.kill(pid, 'SIGCONT')
    isStopped = false
  }
  // A stopped process cannot end.
  cleanups.push(async () => continueDatabase())
  // Those that got an idle connection wait for 20 s, the client's limit of a statement; the others wait behind them, and
  // then as long again or 5 s for a new connection.
  const replies = await Promise.all(Array.from({ length: 40 }, () => requestFeed(anna, 90_000)))
  expect(await statusOf(server, '/livez')).toBe(200)
  continueDatabase()
  for (const reply of replies) expect(reply).toMatchObject(unavailable)
  const durationsMs = replies.map(({ durationMs }) => Math.round(durationMs))
  console.log(`Hanging database: refused after ${formatDurations(durationsMs)}`)
  await expect.poll(async () => (await requestFeed(anna)).status, { timeout: 30_000 }).toBe(200)
})

/** A command prefix that mounts something for the server alone. */
const afterMounting = (mounts: string) => {
  const privileges = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
  return ['unshare', ...privileges, '--mount', 'sh', '-c', `${mounts} && exec "$@"`, 'sh']
}
/** Mounts a small tmpfs over a folder. */
const onSmallDisk = (disk: string, options: string) => afterMounting(`mount -t tmpfs -o ${options} tmpfs '${disk}'`)
/** The path of a file inside the server's mount namespace. */
const pathInside = (server: ServerProcess, file: string) => `/proc/${server.pid}/root${file}`

test('A server that may not write where it is installed starts with the embedded database', async () => {
  const readOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd "$PWD" && ! touch here'
  const dataDir = path.join(folder, 'read-only')
  const server = await startTestServer({ DATABASE_URL: '', DATA_DIR: dataDir }, afterMounting(readOnly))
  await registerClient(server.url, 'anna')
})

test.each([
  ['bytes', 'size=140m'],
  ['files', 'size=400m,nr_inodes=60'],
])(
  'On a disk without room for more %s photos are refused, text is accepted, and nothing is written by half',
  async (_resource, options) => {
    const database = await startDatabase()
    const dataDir = path.join(folder, 'data')
    spawnSync('mkdir', ['-p', dataDir])
    const server = await startTestServer(
      { DATABASE_URL: database.url, DATA_DIR: dataDir },
      onSmallDisk(dataDir, options),
    )
    const db = connect(database.url, 1)
    cleanups.push(() => db.destroy())
    const anna = await registerClient(server.url, 'anna')
    const [place] = await anna.callOk('getNearbyLocations', { lat: 45.46, lon: 9.19 })
    const publish = (image?: string) =>
      anna.call('createSpot', { text: 'Ciao', location_id: place!.id, ...(image && { image }) })
    const image = await createNoisyPhoto()
    const postIds: number[] = []
    let reply = await publish(image)
    for (; reply.status === 200 && postIds.length < 200; reply = await publish(image)) postIds.push(reply.body.post.id)
    expect(postIds.length).toBeGreaterThan(5)
    const error = 'Sul server non c’è più spazio per le foto. Riprova più tardi.'
    expect(reply).toMatchObject({ status: 503, body: { success: false, error } })
    const findMismatches = async () =>
      findUnpairedPictures(db, await readdir(pathInside(server, path.join(dataDir, 'media'))))
    expect(await findMismatches()).toEqual({ rowsWithoutFile: [], filesWithoutRow: [] })
    expect((await publish()).status).toBe(200)
    for (const post_id of postIds.slice(0, 4)) await anna.callOk('deletePost', { post_id })
    expect((await publish(image)).status).toBe(200)
    expect(await findMismatches()).toEqual({ rowsWithoutFile: [], filesWithoutRow: [] })
  },
)

test('When the database has no disk space calls are refused, nothing is lost, and it recovers once there is space', async () => {
  const dataDir = path.join(folder, 'data')
  spawnSync('mkdir', ['-p', dataDir])
  const server = await startTestServer({ DATABASE_URL: '', DATA_DIR: dataDir }, onSmallDisk(dataDir, 'size=400m'))
  const mountedDataDir = pathInside(server, dataDir)
  const url = `postgres://postgres@localhost/dintorni?host=${encodeURIComponent(`${mountedDataDir}/run`)}`
  const workload = await createWriteWorkload([server.url], 20, createSeededRandom())
  const ballast = path.join(mountedDataDir, 'ballast')
  const { bavail, bsize } = await statfs(mountedDataDir)
  await writeFile(ballast, Buffer.alloc(bavail * bsize - 256 * 1024))

  const writing = workload.start()
  await expect.poll(() => workload.outcome.statuses.get(503) ?? 0, { timeout: 120_000 }).toBeGreaterThan(50)
  // Long enough for the database to stop because it cannot write its log, and to fail a restart.
  await wait(byRunLength({ full: 15_000, brief: 4000 }))
  await rm(ballast)
  const freedMs = performance.now()
  const before = workload.outcome.succeeded
  await expect.poll(() => workload.outcome.succeeded, { timeout: 120_000, interval: 100 }).toBeGreaterThan(before + 100)
  console.log(`Disk space freed: a hundred calls answered ${Math.round(performance.now() - freedMs)} ms later`)
  await writing.stop()
  expect([...workload.outcome.statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([])
  const db = connect(url, 1)
  expect(await workload.findLosses(db)).toEqual([])
  await expectCountersToMatchRows(db)
  expect((await findUnpairedPictures(db, await readdir(path.join(mountedDataDir, 'media')))).rowsWithoutFile).toEqual(
    [],
  )
  await db.destroy()
})
