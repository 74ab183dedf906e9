import { type Asked, deepPages, firstPages, pageLength, pagesOfOnesOwn, type Where, written } from '#bench/feed.ts'
import { load } from '#bench/load/load.ts'
import { type Measure, middleOf, ratioOf } from '#bench/results.ts'
import type { ServedWorld } from '#bench/served-world.ts'
import { capturePages } from './capture.ts'
import { findPgbench, runPgbench } from './pgbench.ts'

/** So many different requests are given to pgbench: each is planned once on each of its connections. */
const scripts = 20
/** An id that no other parameter of a feed has: pgbench takes it for the viewer. */
const isNothingElse = (id: number) => id > 1000 && id % 10 === 7

export type Taking = { pairs: number; seconds: number }
type Scene = {
  where: Where
  page: 'first page' | 'page 50' | 'page 50, each from another post on'
  connections: number
  asked: Asked[]
}

/**
 * The feed over HTTP, and by pgbench, in turn, the statements by which it is found without what the server keeps in
 * memory.
 */
export async function measureLimit(world: ServedWorld, measure: Measure, { pairs, seconds }: Taking): Promise<void> {
  const program = findPgbench()
  if (!program)
    return console.log(
      'limit: pgbench is not on this machine (Debian: postgresql-client and postgresql-contrib), so the limit is not measured',
    )
  const firstPage = (where: Where, connections = 32): Scene => ({
    where,
    page: 'first page',
    connections,
    asked: firstPages(world, where),
  })
  const scenes: Scene[] = [
    firstPage('centre'),
    firstPage('towns'),
    firstPage('crowd'),
    firstPage('crowd', 128),
    { where: 'centre', page: 'page 50', connections: 32, asked: await deepPages(world, 'centre') },
    {
      where: 'centre',
      page: 'page 50, each from another post on',
      connections: 32,
      asked: await pagesOfOnesOwn(world, 'centre'),
    },
  ]
  for (const { where, page, connections, asked } of scenes) {
    const some = asked.filter(({ person }) => isNothingElse(person.id)).slice(0, scripts)
    if (some.length === 0) continue
    const requests = await capturePages(
      world.databaseUrl,
      some.map(({ person, point, path }) => ({
        token: person.token,
        viewerId: person.id,
        point,
        cursor: new URL(path, world.url).searchParams.get('cursor'),
      })),
      pageLength,
    )
    const viewers = some.map(({ person }) => person.id)
    const runs: [number, number][] = []
    // What is compiled and kept after a while is so from the beginning.
    await load(world.url, { connections, seconds, requests: asked.map(written) })
    for (let pair = 0; pair < pairs; pair++) {
      const { perSecond } = await load(world.url, { connections, seconds, requests: asked.map(written) })
      runs.push([perSecond, await runPgbench(program, world.databaseUrl, { requests, seconds, viewers })])
    }
    measure({
      section: 'limit',
      posts: world.posts,
      what: `${where}, ${page}: HTTP / pgbench`,
      connections,
      perSecond: middleOf(runs.map(([ours]) => ours)),
      ratio: ratioOf(runs),
      note: `pgbench ${middleOf(runs.map(([, limit]) => limit)).toFixed(0)}/s`,
    })
  }
}
