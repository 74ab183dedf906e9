import { type Build, type Datasets, tokenOf, withClient } from '#bench/dataset/dataset.ts'
import { formatRequest, load } from '#bench/load.ts'
import { pgbenchTarget } from '#bench/pgbench/pgbench.ts'
import type { Report } from '#bench/report.ts'
import { addressOf } from '#contract/call-paths.ts'

const connections = 32
const pairCount = 4000

/** Pairs the newest posts with as many people who may see them. */
const createPairsSql = `
  CREATE TABLE bench_pairs AS
  SELECT row_number() OVER ()::int AS number, viewer_id, id AS post_id, author_id, place_id FROM (
    SELECT posts.id, author_id, place_id, row_number() OVER (ORDER BY posts.id DESC) AS viewer_id
    FROM posts JOIN users ON users.id = author_id
    WHERE NOT followers_only AND NOT is_private ORDER BY posts.id DESC LIMIT ${pairCount}
  ) paired WHERE NOT EXISTS (
    SELECT FROM blocks WHERE (blocker_id, blocked_id) IN ((viewer_id, author_id), (author_id, viewer_id)))`

type PairRow = { viewer_id: string; post_id: string; place_id: string }

const createPairs = (databaseUrl: string): Promise<PairRow[]> =>
  withClient(databaseUrl, async (client) => {
    await client.query(createPairsSql)
    await client.query('CREATE UNIQUE INDEX ON bench_pairs (number)')
    return (await client.query<PairRow>('SELECT * FROM bench_pairs ORDER BY number')).rows
  })

const text = 'Chi ha perso un guanto giallo davanti alla stazione? È sulla ringhiera.'
const writes = {
  like: { call: 'likePost', body: ({ post_id }: PairRow) => ({ post_id: Number(post_id) }) },
  comment: { call: 'addComment', body: ({ post_id }: PairRow) => ({ post_id: Number(post_id), text }) },
  post: { call: 'createSpot', body: ({ place_id }: PairRow) => ({ location_id: Number(place_id), text }) },
} as const

/** Measures likes, comments and posts, and likes written by hand in SQL, in another copy of the dataset. */
export async function measureWrites(report: Report, datasets: Datasets, seconds: number): Promise<void> {
  const { builds, createCopy } = datasets
  const pairs = new Map<Build, PairRow[]>()
  for (const build of builds) pairs.set(build, await createPairs(build.databaseUrl))
  const copyUrl = await createCopy(builds[0]!)
  const { length } = await createPairs(copyUrl)
  const byHand = pgbenchTarget({ databaseUrl: copyUrl, seconds, script: 'like.sql', variables: { pairCount: length } })
  for (const [what, { call, body }] of Object.entries(writes)) {
    const targets = builds.map((build) => {
      const requests = (pairs.get(build) ?? []).map((pair) =>
        formatRequest(addressOf(call).url, tokenOf(Number(pair.viewer_id)), body(pair)),
      )
      return { name: build.name, run: () => load(build.url, { connections, seconds, requests }) }
    })
    await report.measure(what, connections, call === 'likePost' ? [...targets, ...byHand] : targets)
  }
}
