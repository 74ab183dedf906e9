import pg from 'pg'
import sharp from 'sharp'
import { addressOf } from '#contract/call-paths.ts'
import { firstPages, written } from './feed.ts'
import { captureStatements } from './limit/capture.ts'
import { type Taking } from './limit/limit.ts'
import { findPgbench, runPgbench } from './limit/pgbench.ts'
import { load, request } from './load/load.ts'
import { openBenchDataset, type BenchDataset } from './open-world.ts'
import { type Measure, middleOf, ratioOf } from './results.ts'
import type { ServedWorld } from './served-world.ts'

type Meeting = { viewer: number; post: number; place: number }

/** People and posts that they may see. */
async function findMeetings(databaseUrl: string, count: number): Promise<Meeting[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ viewer: string; post: string; place: string }>(
    `
    SELECT m.viewer, m.id AS post, m.place_id AS place FROM (
      SELECT p.*, 1 + row_number() OVER (ORDER BY p.id DESC) AS viewer FROM posts p JOIN users u ON u.id = p.author_id WHERE NOT p.followers_only AND NOT u.is_private ORDER BY p.id DESC LIMIT $1
    ) m WHERE NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((m.viewer, m.author_id), (m.author_id, m.viewer)))`,
    [count],
  )
  await client.end()
  return rows.map(({ viewer, post, place }) => ({ viewer: Number(viewer), post: Number(post), place: Number(place) }))
}

const writes = {
  like: { path: addressOf('likePost').url, body: ({ post }: Meeting) => ({ post_id: post }) },
  comment: {
    path: addressOf('addComment').url,
    body: ({ post }: Meeting) => ({ post_id: post, text: 'Ci passo domani apposta.' }),
  },
  post: {
    path: addressOf('createSpot').url,
    body: ({ place }: Meeting) => ({
      location_id: place,
      text: 'Chi ha perso un guanto giallo davanti alla stazione? È sulla ringhiera.',
    }),
  },
}

const connections = 32
/** So many different ones are given to pgbench. */
const scripts = 40

/**
 * Likes, comments and posts, over HTTP and, in turn, the same transactions by pgbench in a second copy of the world.
 */
export async function measureWrites(world: ServedWorld, measure: Measure, { pairs, seconds }: Taking): Promise<void> {
  const program = findPgbench()
  const beside = program ? await openBenchDataset(world.posts, { copied: true }) : null
  const meetings = await findMeetings((beside ?? world).databaseUrl, 4000)
  for (const [what, { path, body }] of Object.entries(writes)) {
    const token = ({ viewer }: Meeting) => tokenOf(world, viewer)
    const requests = meetings.map((meeting) =>
      request(path, { token: token(meeting), method: 'POST', body: JSON.stringify(body(meeting)) }),
    )
    const captured = beside
      ? await captureStatements(
          beside.databaseUrl,
          meetings
            .slice(0, scripts)
            .map((meeting) => ({ method: 'POST', path, token: token(meeting), body: body(meeting) })),
        )
      : []
    const runs: [number, number][] = []
    const times: { p50: number; p99: number }[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const seen = await load(world.url, { connections, seconds, requests })
      times.push(seen)
      runs.push([
        seen.perSecond,
        program && beside ? await runPgbench(program, beside.databaseUrl, { requests: captured, seconds }) : Number.NaN,
      ])
    }
    const limit = middleOf(runs.map(([, limit]) => limit))
    measure({
      section: 'writes',
      posts: world.posts,
      what,
      connections,
      perSecond: middleOf(runs.map(([ours]) => ours)),
      p50: middleOf(times.map(({ p50 }) => p50)),
      p99: middleOf(times.map(({ p99 }) => p99)),
      ...(beside && { ratio: ratioOf(runs), note: `pgbench ${limit.toFixed(0)}/s` }),
    })
  }
  await beside?.close()
}

const tokenOf = ({ people }: BenchDataset, id: number): string => people[id - 1]?.token ?? ''

/** Pixels of noise: what no encoder makes smaller. About 4 MB. */
const large = { width: 3400, height: 2550 }
const uploadsAtOnce = 20

async function photograph(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { ...large, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}

/** A post with a large photograph, and what those who read meanwhile feel of twenty at once. */
export async function measurePhotos(
  world: ServedWorld,
  measure: Measure,
  { uploads, seconds }: { uploads: number; seconds: number },
): Promise<void> {
  const photo = await photograph()
  const size = `${(photo.size / 1e6).toFixed(1)} MB`
  const [meeting] = await findMeetings(world.databaseUrl, 20)
  if (!meeting) throw new Error('nobody to post')
  const upload = async (viewer: number): Promise<number> => {
    const form = new FormData()
    form.set('text', 'Una fotografia')
    form.set('location_id', String(meeting.place))
    form.set('image', photo, 'foto.jpg')
    const from = performance.now()
    const response = await fetch(`${world.url}${writes.post.path}`, {
      method: 'POST',
      body: form,
      headers: { cookie: `sid=${tokenOf(world, viewer)}` },
    })
    const said = await response.text()
    if (response.status !== 200) throw new Error(`a photograph was answered ${response.status}: ${said}`)
    return performance.now() - from
  }
  const times: number[] = []
  for (let at = 0; at < uploads; at++) times.push(await upload(1 + at))
  measure({
    section: 'photos',
    posts: world.posts,
    what: `a post with a photograph of ${size}`,
    connections: 1,
    p50: middleOf(times),
  })

  const reading = () =>
    load(world.url, { connections: 8, seconds, requests: firstPages(world, 'crowd').map(written), warmup: 0.5 })
  const alone = await reading()
  const ended = performance.now() + (seconds + 0.5) * 1000
  /** As long as they read, there are always so many. */
  const lane = async (viewer: number) => {
    do await upload(viewer)
    while (performance.now() < ended)
  }
  const [beside] = await Promise.all([reading(), ...Array.from({ length: uploadsAtOnce }, (_, at) => lane(100 + at))])
  measure({
    section: 'photos',
    posts: world.posts,
    what: 'crowd, first page, nobody uploads',
    connections: 8,
    ...alone,
  })
  measure({
    section: 'photos',
    posts: world.posts,
    what: `crowd, first page, ${uploadsAtOnce} upload`,
    connections: 8,
    ...beside,
  })
}
