import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Post } from '#contract/posts.ts'
import { writeCursor } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { chanceFrom } from '#scripts/demo/chance.ts'
import type { Taking } from './limit/limit.ts'
import { load, request } from './load/load.ts'
import { type Measure, middleOf, ratioOf } from './results.ts'
import type { ServedWorld } from './served-world.ts'

const folder = path.join(import.meta.dirname, 'peers')
const connections = 32
/** Different requests to each. */
const variety = 500
/** So many of them are compared, post by post, before anything is measured. */
const samples = 20
/** The newest posts within so many metres: all are asked the same. */
const metres = 5000

type Asked = { point: Point; person: { id: number; token: string } }
/** The part of a page that all must agree on. */
type Shown = Pick<Post, 'username' | 'location_name' | 'text' | 'likes_count' | 'comments_count' | 'spotted_count' | 'user_liked' | 'user_commented' | 'user_spotted_status'> & { id: number | string }

type Peer = {
  name: string
  program: string
  /** Statements to be run before it starts, and after. */
  before?: string[]
  after?: string[]
  write: (asked: Asked) => { path: string; body?: string; headers?: string[] }
  read: (reply: unknown) => Shown[]
}

const query = ({ point, person }: Asked) => new URLSearchParams({ lat: String(point.latitude), lon: String(point.longitude), metres: String(metres), viewer: String(person.id) })
const posts = (reply: unknown) => (reply as { posts: Shown[] }).posts

const peers: Peer[] = [
  { name: 'newest first, by hand', program: 'by-hand.mjs', before: ['by-hand.sql'], write: (asked) => ({ path: `/newest?${query(asked)}` }), read: posts },
  { name: 'within and sorted, by hand', program: 'by-hand.mjs', write: (asked) => ({ path: `/within?${query(asked)}` }), read: posts },
  {
    name: 'Parse Server 9.10', program: 'parse.mjs', before: ['parse-geometry.sql'], after: ['parse-rows.sql'],
    write: ({ point, person }) => ({
      path: '/parse/functions/feed', headers: ['X-Parse-Application-Id: bench', 'Content-Type: application/json'],
      body: JSON.stringify({ viewer: String(person.id), lat: point.latitude, lon: point.longitude, metres }),
    }),
    read: (reply) => (reply as { result: Shown[] }).result,
  },
]

const ours: Pick<Peer, 'write' | 'read'> = {
  write: ({ point }) => ({ path: `/api/feed/get_feed.php?${new URLSearchParams({ lat: String(point.latitude), lon: String(point.longitude), cursor: writeCursor({ km: 5, before: Number.MAX_SAFE_INTEGER }) })}` }),
  read: posts,
}

/** Their own packages, in their own folder. */
function install(): void {
  const lock = path.join(folder, 'package-lock.json')
  const installed = path.join(folder, 'node_modules', '.package-lock.json')
  if (fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lock).mtimeMs) return
  console.log('installing the peers (once)…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit', timeout: 600_000 })
  if (status !== 0) throw new Error('the peers could not be installed')
}

async function runFiles(databaseUrl: string, files: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const file of files) {
    const statements = fs.readFileSync(path.join(folder, file), 'utf8').split(/;\s*$/m).filter((statement) => statement.trim())
    for (const statement of statements) await client.query(statement)
  }
  await client.end()
}

const startTimeout = 60_000

/** @returns where it listens, and what ends it. */
async function start(program: string, databaseUrl: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [program], { cwd: folder, env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const listening = /listening (\d+)/.exec(said)?.[1]
      if (listening) resolve(listening)
    })
    child.once('exit', () => reject(new Error(`${program} ended at once`)))
    setTimeout(() => reject(new Error(`${program} did not start`)), startTimeout).unref()
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

async function ask(url: string, who: Pick<Peer, 'write' | 'read'>, asked: Asked): Promise<Shown[]> {
  const { path: at, body, headers = [] } = who.write(asked)
  const response = await fetch(url + at, {
    method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body }),
    headers: { cookie: `sid=${asked.person.token}`, ...Object.fromEntries(headers.map((header) => header.split(': ') as [string, string])) },
  })
  if (response.status !== 200) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
  return who.read(await response.json()).map((post) => ({
    id: Number(post.id), username: post.username, location_name: post.location_name, text: post.text, likes_count: post.likes_count, comments_count: post.comments_count,
    spotted_count: post.spotted_count, user_liked: post.user_liked, user_commented: post.user_commented, user_spotted_status: post.user_spotted_status,
  }))
}

/** Throws when the two do not show the same posts with the same names and numbers. */
async function agree(world: ServedWorld, url: string, peer: Peer, asked: Asked[]): Promise<void> {
  for (const one of asked.slice(0, samples)) {
    const [mine, theirs] = [await ask(world.url, ours, one), await ask(url, peer, one)]
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) throw new Error(`${peer.name} answers another page:\n${JSON.stringify(mine)}\n${JSON.stringify(theirs)}`)
  }
}

const writtenFor = (who: Pick<Peer, 'write'>, asked: Asked[]): string[] => asked.map((one) => {
  const { path: at, body, headers = [] } = who.write(one)
  const plain = request(at, { token: one.person.token, method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body }) })
  const others = headers.filter((header) => !header.startsWith('Content-Type'))
  return others.length > 0 ? plain.replace('\r\n', `\r\n${others.join('\r\n')}\r\n`) : plain
})

/** The same page from the same rows on the same PostgreSQL, in turn with ours, in a dense centre and in quiet towns. @param world a copy. */
export async function measurePeers(world: ServedWorld, measure: Measure, { pairs, seconds }: Taking): Promise<void> {
  install()
  const chance = chanceFrom('what peers are asked')
  const scenes = Object.entries({ centre: [world.points.centre], towns: world.points.towns })
    .map(([where, points]) => ({ where, asked: Array.from({ length: variety }, (): Asked => ({ point: chance.pick(points), person: chance.pick(world.people) })) }))
  for (const peer of peers) {
    await runFiles(world.databaseUrl, peer.before)
    const { url, stop } = await start(peer.program, world.databaseUrl)
    try {
      await runFiles(world.databaseUrl, peer.after)
      for (const { where, asked } of scenes) {
        await agree(world, url, peer, asked)
        const runs: [number, number][] = []
        for (let pair = 0; pair < pairs; pair++) {
          const mine = await load(world.url, { connections, seconds, requests: writtenFor(ours, asked) })
          const theirs = await load(url, { connections, seconds, requests: writtenFor(peer, asked) })
          runs.push([mine.perSecond, theirs.perSecond])
        }
        measure({
          section: 'peers', posts: world.posts, what: `${where}: ours / ${peer.name}`, connections, perSecond: middleOf(runs.map(([mine]) => mine)), ratio: ratioOf(runs),
          note: `theirs ${middleOf(runs.map(([, theirs]) => theirs)).toFixed(1)}/s`,
        })
      }
    } finally {
      stop()
    }
  }
}
