import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formatPercentiles } from '#bench/statistics.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { findUnknownNames } from '#server/media/picture-writes.queries.ts'
import { openFileStore } from '#server/media/storage/open-file-store.ts'
import { createLog } from '#server/platform/log.ts'
import { parseMediaUrl } from '#server/platform/media-url.ts'
import { registerClient } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { keepFilesInMemory } from '#server/testing/harness/files-in-memory.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { createCleanups } from './cleanups.ts'
import { type ChatClients, startChatClients } from './clients/chat-clients.ts'
import { expectEachMessageOnce } from './clients/chat-promises.ts'
import { openPages, type OpenPages } from './clients/open-pages.ts'
import { type Probe, startProbe } from './clients/probe.ts'
import {
  countMissingNotifications,
  createWriteWorkload,
  findUnpairedPictures,
  type WriteWorkload,
} from './clients/write-workload.ts'
import {
  createAppDatabase,
  type DatabaseCluster,
  isComplete,
  primaryOf,
  startDatabaseCluster,
} from './database-cluster.ts'
import { startIsolatedServer } from './isolated-server.ts'
import { type PictureStoreProcess, startPictureStore } from './picture-store.ts'
import { byRunLength } from './run-length.ts'
import { createSeededRandom } from './seed.ts'
import { findUnexpectedErrors } from './unexpected-errors.ts'
import { startWebProxy, type WebProxy } from './web-proxy.ts'

// People use three servers without a common folder, through a proxy that gives each request to another one, while one
// process of each kind is killed: a server, the proxy, the store of pictures, the way to the database, and the machine
// of its primary. Proxy, database and the way to it are made of the files that an operator copies (`operations/`).

const databaseCount = byRunLength<2 | 3>({ full: 3, brief: 2 })
const personCount = Number(process.env.PEOPLE ?? byRunLength({ full: 500, brief: 10 }))
/** Between two calls of one person. */
const meanPauseMs = byRunLength({ full: 10_000, brief: 300 })
const pairCount = byRunLength({ full: 10, brief: 2 })
/** Between two messages of one person. */
const meanChatPauseMs = byRunLength({ full: 2000, brief: 300 })
const wordsIntervalMs = 100
/** A picture costs as much as a hundred words. */
const picturesIntervalMs = 500
const calmMs = byRunLength({ full: 30_000, brief: 2000 })
/** From the first call to the last, at least. */
const minMs = byRunLength({ full: 120_000, brief: 0 })
/** A supervisor starts a process again after it. */
const restartMs = 1000
/** Longer than the server tries to reach the store. */
const storeAwayMs = byRunLength({ full: 10_000, brief: 2000 })
const timeout = 30 * 60_000
const recoveryTimeoutMs = 150_000
/** The app opens a stream again a minute after the last attempt, at most; a busy machine takes its time for 500. */
const pagesTimeoutMs = byRunLength({ full: 600_000, brief: 150_000 })
const isFull = byRunLength({ full: true, brief: false })
/** Servers that are restarted in turn. */
const restarted = byRunLength<(1 | 2 | 3)[]>({ full: [1, 2, 3], brief: [1] })

const cleanups = createCleanups()

/** A server with a folder of its own, which keeps its port. */
class Machine {
  /** The last one is running. */
  readonly processes: ServerProcess[] = []
  readonly dataDir: string
  private readonly environment: NodeJS.ProcessEnv

  constructor(dataDir: string, environment: NodeJS.ProcessEnv) {
    this.dataDir = dataDir
    this.environment = { ...environment, DATA_DIR: dataDir }
  }

  get process(): ServerProcess {
    return this.processes.at(-1)!
  }

  get url(): string {
    return this.process.url
  }

  /** Should this process die, the server does too. */
  async start(): Promise<void> {
    this.processes.push(await startServer(this.environment, ['setpriv', '--pdeathsig', 'KILL']))
  }
}

type Installation = {
  cluster: DatabaseCluster
  store: PictureStoreProcess
  servers: [Machine, Machine, Machine]
  proxy: WebProxy
  db: Database
}

async function startMachine(environment: NodeJS.ProcessEnv): Promise<Machine> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-machine-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const machine = new Machine(dataDir, { ...environment, PORT: `${await findFreePort()}` })
  cleanups.push(async () => machine.processes.at(-1)?.stop())
  await machine.start()
  return machine
}

async function install(): Promise<Installation> {
  await keepFilesInMemory()
  const cluster = await startDatabaseCluster(databaseCount)
  cleanups.push(() => cluster.stop())
  const databaseUrl = await createAppDatabase(cluster)
  const store = await startPictureStore()
  cleanups.push(() => store.stop())
  const environment = {
    DATABASE_URL: databaseUrl,
    ...store.environment,
    TRUST_PROXY: 'on',
    CHECK_REPLIES: 'off',
  }
  // At once, as after a power failure, and on a database without a table.
  const servers = await Promise.all([startMachine(environment), startMachine(environment), startMachine(environment)])
  const proxy = await startWebProxy([servers[0].url, servers[1].url, servers[2].url])
  cleanups.push(() => proxy.stop())
  const db = connect(databaseUrl, 2)
  cleanups.push(() => db.destroy())
  return { cluster, store, servers, proxy, db }
}

/** The people who use the servers. All of them go through the proxy. */
type People = { workload: WriteWorkload; chats: ChatClients; pages: OpenPages; words: Probe; pictures: Probe }

async function invitePeople({ proxy }: Installation): Promise<People> {
  const random = createSeededRandom()
  const workload = await createWriteWorkload([proxy.url], personCount, random, meanPauseMs)
  const ringer = await registerClient(proxy.url, 'campanaro')
  const pages = await openPages(workload.clients, ringer)
  cleanups.push(() => pages.stop())
  const chats = await startChatClients(proxy.url, pairCount, random, meanChatPauseMs)
  const [place] = await ringer.callOk('getNearbyLocations', { lat: 40.85, lon: 14.27 })
  const { post } = await ringer.callOk('createSpot', { text: 'Mi leggete?', location_id: place!.id })
  const words = startProbe(
    async () => (await ringer.call('likePost', { post_id: post.id })).status === 200,
    wordsIntervalMs,
  )
  const image = await createPhoto(320, 240)
  const pictures = startProbe(
    async () => (await ringer.call('uploadPicture', { image })).status === 200,
    picturesIntervalMs,
  )
  cleanups.push(() => Promise.all([words.stop(), pictures.stop()]))
  return { workload, chats, pages, words, pictures }
}

const seconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`

/** Counts calls by status from now on. @returns a function that formats the counts. */
function countCalls({ outcome }: WriteWorkload): () => string {
  const before = new Map(outcome.statuses)
  const { failed } = outcome
  return () => {
    const counts = [...outcome.statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => [status, count - (before.get(status) ?? 0)])
      .filter(([, count]) => count !== 0)
      .map(([status, count]) => `${status}: ${count}`)
    return [...counts, `no answer: ${outcome.failed - failed}`].join(', ')
  }
}

/** Publishes a post and a comment, and waits until every open page has received them. @returns milliseconds. */
async function expectAllPagesToReceive({ pages }: People): Promise<number> {
  const startMs = performance.now()
  const ring = await pages.ring()
  const nobody = { post: 0, comment: 0 }
  await expect.poll(() => pages.countUnaware(ring), { timeout: pagesTimeoutMs, interval: 50 }).toEqual(nobody)
  return performance.now() - startMs
}

/** While nothing fails, every page receives events at once, on the stream that it has. */
async function expectCalm(people: People): Promise<void> {
  const { pages, workload } = people
  await expect.poll(() => pages.count().open, { timeout: pagesTimeoutMs }).toBe(personCount)
  const { connections } = pages.count()
  const formatCalls = countCalls(workload)
  const callsBefore = workload.outcome.durationsMs.length
  const firstMs = await expectAllPagesToReceive(people)
  await wait(calmMs)
  const lastMs = await expectAllPagesToReceive(people)
  expect(pages.count()).toEqual({ open: personCount, connections })
  console.log(
    `Calm: ${personCount} people for ${seconds(calmMs)}, calls ${formatCalls()}, ` +
      `${formatPercentiles(workload.outcome.durationsMs.slice(callsBefore))}; ` +
      `every open page receives them after ${seconds(firstMs)} and ${seconds(lastMs)}`,
  )
}

type Disaster = { what: string; strike: () => Promise<unknown>; repair: () => Promise<unknown> }

/**
 * Lets something fail, repairs it as a supervisor does, and waits until calls are answered and all pages receive
 * events.
 */
async function survive(people: People, { what, strike, repair }: Disaster): Promise<void> {
  const { workload, words, pictures } = people
  const formatCalls = countCalls(workload)
  await strike()
  const struckMs = performance.now()
  words.begin()
  pictures.begin()
  await repair()
  const repairedMs = performance.now() - struckMs
  const timing = { timeout: recoveryTimeoutMs, interval: 50 }
  await expect.poll(() => words.isAnswered() && pictures.isAnswered(), timing).toBe(true)
  const receivedMs = await expectAllPagesToReceive(people)
  console.log(
    `${what}: words are answered after ${seconds(words.answeredAfterMs())}, pictures after ` +
      `${seconds(pictures.answeredAfterMs())}, repaired after ${seconds(repairedMs)}; every open page receives them ` +
      `${seconds(receivedMs)} later; calls ${formatCalls()}`,
  )
}

const disastersOf = ({ cluster, store, servers, proxy }: Installation): Disaster[] => [
  {
    what: 'A server dies',
    strike: () => servers[1].process.kill(),
    repair: () => wait(restartMs).then(() => servers[1].start()),
  },
  { what: 'The proxy dies', strike: proxy.kill, repair: () => wait(restartMs).then(proxy.start) },
  { what: 'The store of pictures dies', strike: store.kill, repair: () => wait(storeAwayMs).then(store.start) },
  {
    what: 'The way to the database dies',
    strike: () => cluster.killProxy(),
    repair: () => wait(restartMs).then(() => cluster.startProxy()),
  },
]

/** Kills PostgreSQL, agent and etcd of the primary's machine, and starts it when another one has taken over. */
async function findMachineDisaster({ cluster }: Installation): Promise<Disaster> {
  const lost = primaryOf(await cluster.findMembers())!
  return {
    what: 'The machine of the primary dies',
    strike: () => cluster.kill(lost),
    async repair() {
      const hasSuccessor = (primary: string | undefined) => primary !== undefined && primary !== lost
      await cluster.waitForMembers('another one has taken over', (members) => hasSuccessor(primaryOf(members)))
      await cluster.start(lost)
    },
  }
}

/** Restarts one server after the other as an operator does, and expects that nobody is refused. */
async function restartInTurn({ servers, proxy }: Installation, people: People): Promise<void> {
  const { outcome } = people.workload
  const { refused, failed } = outcome
  const notFound = outcome.statuses.get(404) ?? 0
  const formatCalls = countCalls(people.workload)
  const startMs = performance.now()
  for (const number of restarted) {
    const server = servers[number - 1]!
    await proxy.setState(number, 'drain')
    await server.process.stop()
    await server.start()
    await proxy.setState(number, 'ready')
  }
  const refusedNow = outcome.refused - refused - ((outcome.statuses.get(404) ?? 0) - notFound)
  const restartedMs = performance.now() - startMs
  const receivedMs = await expectAllPagesToReceive(people)
  console.log(
    `${restarted.length} of 3 servers are restarted in turn within ${seconds(restartedMs)}: calls ${formatCalls()}; ` +
      `every open page receives them ${seconds(receivedMs)} later`,
  )
  expect({ refused: refusedNow, failed: outcome.failed - failed }).toEqual({ refused: 0, failed: 0 })
}

/** Requests every picture from every server. @returns the failed requests, one line each. */
async function findMissingPictures(urls: string[], { clients }: WriteWorkload, servers: Machine[]): Promise<string[]> {
  const missing = servers.map(async ({ url: server }) => {
    const lines: string[] = []
    for (const url of urls) {
      const reply = await clients[0]!.request(`${server}${url}`)
      const { byteLength } = await reply.arrayBuffer()
      if (reply.status !== 200 || byteLength === 0) lines.push(`${server}${url}: ${reply.status}`)
    }
    return lines
  })
  return (await Promise.all(missing)).flat()
}

/** Expects that the bucket has the files of every row, and that all others are noted, so that the sweep deletes them. */
async function expectPicturesPaired({ store, db }: Installation): Promise<void> {
  const { MEDIA_URL, ...credentials } = store.environment
  Object.assign(process.env, credentials)
  const bucket = await openFileStore({ dataDir: '', mediaUrl: parseMediaUrl(MEDIA_URL) }, createLog('silent'))
  const files: string[] = []
  for await (const page of bucket.list()) files.push(...page)
  const { rowsWithoutFile, filesWithoutRow } = await findUnpairedPictures(db, files)
  expect(rowsWithoutFile).toEqual([])
  expect(await findUnknownNames(db, filesWithoutRow)).toEqual([])
}

/** Nobody acts any more: expects that nothing acknowledged is lost, and that every page has received every event. */
async function expectPromisesKept(installation: Installation, people: People): Promise<void> {
  const { servers, db } = installation
  const { workload, chats, pages } = people
  const messageCount = await expectEachMessageOnce(chats, db)
  expect(await workload.findLosses(db)).toEqual([])
  await expectCountersToMatchRows(db)
  await expect.poll(() => countMissingNotifications(db), { timeout: 60_000 }).toBe(0)
  await expect.poll(() => pages.findMissed(), { timeout: 60_000, interval: 1000 }).toEqual([])
  const urls = workload.findPictures()
  expect(urls.length).toBeGreaterThan(0)
  expect(await findMissingPictures(urls, workload, servers)).toEqual([])
  await expectPicturesPaired(installation)
  expect((await Promise.all(servers.map(({ dataDir }) => readdir(dataDir)))).flat()).toEqual([])
  const surprises = [...workload.outcome.statuses.keys()].filter(
    (status) => ![200, 404, 502, 503, 504].includes(status),
  )
  const errors = servers.flatMap(({ processes }) => processes.flatMap(findUnexpectedErrors))
  expect([surprises, errors]).toEqual([[], []])
  const { succeeded, refused, failed } = workload.outcome
  console.log(
    `In all: ${succeeded} calls acknowledged, ${refused} refused, ${failed} without an answer; ${messageCount} messages, ` +
      `each stored once; ${urls.length} pictures, which every server sends; ` +
      `${pages.count().connections} streams of ${personCount} pages, which missed nothing`,
  )
}

test(
  'One process of each kind is killed while people use three servers, and nothing is lost',
  { timeout },
  async () => {
    const installation = await install()
    const people = await invitePeople(installation)
    const startMs = performance.now()
    const acting = people.workload.start()
    await expectCalm(people)
    for (const disaster of disastersOf(installation)) await survive(people, disaster)
    await restartInTurn(installation, people)
    // Half a minute more, which the brief run of the fail-over takes already.
    if (isFull) await survive(people, await findMachineDisaster(installation))
    await wait(Math.max(0, startMs + minMs - performance.now()))
    await Promise.all([acting.stop(), people.words.stop(), people.pictures.stop()])
    await expectPromisesKept(installation, people)
    if (isFull) await installation.cluster.waitForMembers('the lost machine has rejoined', isComplete(databaseCount))
  },
)

/**
 * Asks whether an e-mail address is registered, from an IP address of this machine that claims to be another one.
 * @returns the status.
 */
function checkEmail(url: string, from: string, claimed: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(
    `${url}/api/auth/check_email.php`,
    {
      method: 'POST',
      localAddress: from,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
    },
    (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
  )
  sent.once('error', reject).end(JSON.stringify({ email: 'qualcuno@example.it' }))
  return promise
}

test('Behind the proxy everybody is counted by their own address, whatever they claim', async () => {
  const server = await startIsolatedServer({ TRUST_PROXY: 'on', RATE_LIMITS: 'on' })
  cleanups.push(() => server.close())
  const proxy = await startWebProxy([server.url, server.url, server.url])
  cleanups.push(() => proxy.stop())
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt++)
    statuses.push(await checkEmail(proxy.url, '127.0.0.2', `198.51.100.${attempt}`))
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect(await checkEmail(proxy.url, '127.0.0.3', '127.0.0.2')).toBe(200)
})

type Answer = 'ready' | 'unready' | 'dying'

/** A server that counts its requests. It answers, or reports that it is not ready but answers, or ends instead. */
async function startStandIn(answer: Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ method, url }, response) => {
    if (url === '/livez') return response.end()
    asked.push(url === '/readyz' ? 'check' : (method ?? ''))
    if (url === '/readyz') return response.writeHead(answer === 'unready' ? 503 : 200).end()
    return answer === 'dying' ? response.destroy() : response.end()
  }).listen(0, '127.0.0.1')
  cleanups.push(async () => server.close().closeAllConnections())
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Starts a proxy in front of stand-ins. @returns functions that ask it some times, and that count what arrived. */
async function startProxyBefore(...answers: [Answer, Answer, Answer]) {
  const [one, two, three] = await Promise.all(answers.map(startStandIn))
  const proxy = await startWebProxy([one!.url, two!.url, three!.url])
  cleanups.push(() => proxy.stop())
  return {
    async ask(method: 'GET' | 'POST'): Promise<(number | 'no answer')[]> {
      const statuses: (number | 'no answer')[] = []
      for (let attempt = 0; attempt < 6; attempt++)
        statuses.push(
          await fetch(`${proxy.url}/api/x`, { method }).then(
            ({ status }) => status,
            () => 'no answer',
          ),
        )
      return statuses
    },
    countAsked: (method: string) =>
      [one!, two!, three!].flatMap(({ asked }) => asked).filter((one) => one === method).length,
  }
}

test('The proxy asks another server when one ends during a read, and never repeats a write', async () => {
  const { ask, countAsked } = await startProxyBefore('dying', 'ready', 'ready')
  expect(await ask('GET')).toEqual(Array(6).fill(200))
  expect(countAsked('GET')).toBeGreaterThan(6)
  expect(await ask('POST')).toContain(200)
  expect(countAsked('POST')).toBe(6)
})

test('While no server is ready the proxy still leads to them', async () => {
  const { ask, countAsked } = await startProxyBefore('unready', 'unready', 'unready')
  // The proxy changes its mind after three answers of a server.
  await expect.poll(() => countAsked('check')).toBeGreaterThan(12)
  expect(await ask('GET')).toEqual(Array(6).fill(200))
})
