import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { addressOf } from '#contract/call-paths.ts'
import type { Post } from '#contract/posts.ts'
import { coveringCells, radii, type Radius, type RadiusKm, writeCursor } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'
import { type Chance, chanceFrom } from '#demo/chance.ts'
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

/** The newest ten posts within so many kilometres. @param path how ours is asked for them. */
type Asked = { point: Point; person: { id: number; token: string }; km: NonNullable<RadiusKm>; path: string }
/** The part of a page that all must agree on. */
type Shown = Pick<
  Post,
  | 'username'
  | 'location_name'
  | 'text'
  | 'likes_count'
  | 'comments_count'
  | 'spotted_count'
  | 'user_liked'
  | 'user_commented'
  | 'user_spotted_status'
> & { id: number | string }

type Peer = {
  name: string
  program: string
  /** Statements to be run before it starts, and after. */
  before?: string[]
  after?: string[]
  write: (asked: Asked) => { path: string; body?: string; headers?: string[] }
  read: (reply: unknown) => Shown[]
}

const query = ({ point, person, km }: Asked) =>
  new URLSearchParams({
    lat: String(point.latitude),
    lon: String(point.longitude),
    metres: String(km * 1000),
    viewer: String(person.id),
  })
const posts = (reply: unknown) => (reply as { posts: Shown[] }).posts

const peers: Peer[] = [
  {
    name: 'newest first, by hand',
    program: 'by-hand.mjs',
    before: ['by-hand.sql'],
    write: (asked) => ({ path: `/newest?${query(asked)}` }),
    read: posts,
  },
  {
    name: 'within and sorted, by hand',
    program: 'by-hand.mjs',
    write: (asked) => ({ path: `/within?${query(asked)}` }),
    read: posts,
  },
  {
    name: 'Parse Server 9.10',
    program: 'parse.mjs',
    before: ['parse-geometry.sql'],
    after: ['parse-rows.sql'],
    write: ({ point, person, km }) => ({
      path: '/parse/functions/feed',
      headers: ['X-Parse-Application-Id: bench', 'Content-Type: application/json'],
      body: JSON.stringify({ viewer: String(person.id), lat: point.latitude, lon: point.longitude, metres: km * 1000 }),
    }),
    read: (reply) => (reply as { result: Shown[] }).result,
  },
]

/** As PostGraphile names what it finds. */
const graphql = `query ($viewer: BigInt!, $latitude: Float!, $longitude: Float!, $metres: Float!, $level: Int!, $cells: [BigInt!]!) {
  nearbyPosts(viewer: $viewer, latitude: $latitude, longitude: $longitude, metres: $metres, level: $level, cells: $cells, first: 10) { nodes {
    id: rowId text createdAt likesCount commentsCount spottedCount followersOnly liked(viewer: $viewer) commented(viewer: $viewer) spottedStatus(viewer: $viewer)
    author: userByAuthorId { id: rowId username picture: mediaByPictureId { name } } place: placeByPlaceId { id: rowId name town } picture: mediaByMediaId { name width height thumbhash }
  } }
}`
type GraphqlPost = {
  id: string
  text: string
  likesCount: number
  commentsCount: number
  spottedCount: number
  liked: boolean
  commented: boolean
  spottedStatus: Shown['user_spotted_status']
  author: { username: string }
  place: { name: string }
}
type GraphqlReply = { data: { nearbyPosts: { nodes: GraphqlPost[] } }; errors?: unknown }

const radiusOf = ({ km }: Asked): Radius => radii.find((radius) => radius.km === km) ?? radii[0]

// Before Parse Server, whose tables it would show as well.
peers.splice(2, 0, {
  name: 'PostGraphile 5, given our cells',
  program: 'postgraphile.mjs',
  before: ['postgraphile.sql'],
  write: (asked) => ({
    path: '/graphql',
    headers: ['Content-Type: application/json'],
    body: JSON.stringify({
      query: graphql,
      variables: {
        viewer: String(asked.person.id),
        latitude: asked.point.latitude,
        longitude: asked.point.longitude,
        metres: asked.km * 1000,
        level: radiusOf(asked).resolution,
        cells: coveringCells(asked.point, radiusOf(asked)),
      },
    }),
  }),
  read: (reply) => {
    const { data, errors } = reply as GraphqlReply
    if (errors) throw new Error(JSON.stringify(errors))
    return data.nearbyPosts.nodes.map((post) => ({
      id: post.id,
      username: post.author.username,
      location_name: post.place.name,
      text: post.text,
      likes_count: post.likesCount,
      comments_count: post.commentsCount,
      spotted_count: post.spottedCount,
      user_liked: post.liked,
      user_commented: post.commented,
      user_spotted_status: post.spottedStatus,
    }))
  },
})

const ours: Pick<Peer, 'write' | 'read'> = { write: ({ path }) => ({ path }), read: posts }

const feedPath = ({ latitude, longitude }: Point, more: Record<string, string> = {}) =>
  `${addressOf('getFeed').url}?${new URLSearchParams({ lat: String(latitude), lon: String(longitude), ...more })}`

/**
 * As the app asks: ours chooses how far to look, and the peers are told. Where it looks everywhere there is nothing
 * near to be asked for.
 */
async function asTheAppAsks(world: ServedWorld, points: Point[], chance: Chance): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let at = 0; at < variety; at++) {
    const [point, person] = [chance.pick(points), chance.pick(world.people)]
    const response = await fetch(world.url + feedPath(point), { headers: { cookie: `sid=${person.token}` } })
    const { radius_km: km } = (await response.json()) as { radius_km: RadiusKm }
    if (km !== null) asked.push({ point, person, km, path: feedPath(point) })
  }
  return asked
}

/** As a page after the first is asked for, which keeps to its radius: the nearest alone, however little is there. */
const withinTheNearest = (world: ServedWorld, points: Point[], chance: Chance): Asked[] =>
  Array.from({ length: variety }, () => {
    const [point, person] = [chance.pick(points), chance.pick(world.people)]
    return {
      point,
      person,
      km: 5,
      path: feedPath(point, { cursor: writeCursor({ km: 5, before: Number.MAX_SAFE_INTEGER }) }),
    }
  })

/** Their own packages, in their own folder. */
function install(): void {
  const lock = path.join(folder, 'package-lock.json')
  const installed = path.join(folder, 'node_modules', '.package-lock.json')
  if (fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lock).mtimeMs) return
  console.log('installing the peers (once)…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    timeout: 600_000,
  })
  if (status !== 0) throw new Error('the peers could not be installed')
}

async function runFiles(databaseUrl: string, files: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const file of files) {
    const statements = fs
      .readFileSync(path.join(folder, file), 'utf8')
      .split(/;\s*$/m)
      .filter((statement) => statement.trim())
    for (const statement of statements) await client.query(statement)
  }
  await client.end()
}

const startTimeout = 60_000

/** @returns where it listens, and what ends it. */
async function start(program: string, databaseUrl: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, PARSE_SERVER_LOGS_FOLDER: 'null' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complained = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complained = (complained + chunk.toString()).slice(-4000)
  })
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const listening = /listening (\d+)/.exec(said)?.[1]
      if (listening) resolve(listening)
    })
    child.once('exit', () => reject(new Error(`${program} ended at once: ${complained}`)))
    setTimeout(() => reject(new Error(`${program} did not start: ${complained}`)), startTimeout).unref()
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

async function ask(url: string, who: Pick<Peer, 'write' | 'read'>, asked: Asked): Promise<Shown[]> {
  const { path: at, body, headers = [] } = who.write(asked)
  const response = await fetch(url + at, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body }),
    headers: {
      cookie: `sid=${asked.person.token}`,
      ...Object.fromEntries(headers.map((header) => header.split(': ') as [string, string])),
    },
  })
  if (response.status !== 200) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
  return who.read(await response.json()).map((post) => ({
    id: Number(post.id),
    username: post.username,
    location_name: post.location_name,
    text: post.text,
    likes_count: post.likes_count,
    comments_count: post.comments_count,
    spotted_count: post.spotted_count,
    user_liked: post.user_liked,
    user_commented: post.user_commented,
    user_spotted_status: post.user_spotted_status,
  }))
}

/** Throws when the two do not show the same posts with the same names and numbers. */
async function agree(world: ServedWorld, url: string, peer: Peer, asked: Asked[]): Promise<void> {
  for (const one of asked.slice(0, samples)) {
    const [mine, theirs] = [await ask(world.url, ours, one), await ask(url, peer, one)]
    if (JSON.stringify(mine) !== JSON.stringify(theirs))
      throw new Error(`${peer.name} answers another page:\n${JSON.stringify(mine)}\n${JSON.stringify(theirs)}`)
  }
}

const writtenFor = (who: Pick<Peer, 'write'>, asked: Asked[]): string[] =>
  asked.map((one) => {
    const { path: at, body, headers = [] } = who.write(one)
    const plain = request(at, {
      token: one.person.token,
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body }),
    })
    const others = headers.filter((header) => !header.startsWith('Content-Type'))
    return others.length > 0 ? plain.replace('\r\n', `\r\n${others.join('\r\n')}\r\n`) : plain
  })

/** As `load`; where nothing is answered in that time, for ten times as long. */
async function loadPatiently(url: string, job: Parameters<typeof load>[1]): Promise<Awaited<ReturnType<typeof load>>> {
  const seen = await load(url, job)
  return seen.answered > 0 ? seen : load(url, { ...job, seconds: job.seconds * 10 })
}

/**
 * The same page from the same rows on the same PostgreSQL, in turn with ours, in a dense centre and in quiet towns.
 * @param world a copy.
 */
export async function measurePeers(world: ServedWorld, measure: Measure, { pairs, seconds }: Taking): Promise<void> {
  install()
  const chance = chanceFrom('what peers are asked')
  const { centre, towns } = world.points
  const scenes = [
    { where: 'centre', asked: await asTheAppAsks(world, [centre], chance) },
    { where: 'towns', asked: await asTheAppAsks(world, towns, chance) },
    { where: 'towns, 5 km', asked: withinTheNearest(world, towns, chance) },
  ].filter(({ asked }) => asked.length > 0)
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
          const theirs = await loadPatiently(url, { connections, seconds, requests: writtenFor(peer, asked) })
          runs.push([mine.perSecond, theirs.perSecond])
        }
        measure({
          section: 'peers',
          posts: world.posts,
          what: `${where}: ours / ${peer.name}`,
          connections,
          perSecond: middleOf(runs.map(([mine]) => mine)),
          ratio: ratioOf(runs),
          note: `theirs ${middleOf(runs.map(([, theirs]) => theirs)).toFixed(1)}/s`,
        })
      }
    } finally {
      stop()
    }
  }
}
