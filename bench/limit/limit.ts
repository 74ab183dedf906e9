import { deepPages, firstPages, type Where, written } from '#bench/feed.ts'
import { load } from '#bench/load/load.ts'
import { type Measure, middleOf, ratioOf } from '#bench/results.ts'
import type { ServedWorld } from '#bench/served-world.ts'
import { captureStatements } from './capture.ts'
import { findPgbench, runPgbench } from './pgbench.ts'

/** So many different requests are given to pgbench: each is planned once on each of its connections. */
const scripts = 20
const connections = 32
/** An id that no other parameter of a feed has: pgbench takes it for the viewer. */
const isNothingElse = (id: number) => id > 1000 && id % 10 === 7

export type Taking = { pairs: number; seconds: number }

/** The feed over HTTP, and the same statements by pgbench, in turn: how much of what the database can is left to who asks. */
export async function measureLimit(world: ServedWorld, measure: Measure, { pairs, seconds }: Taking): Promise<void> {
  const program = findPgbench()
  if (!program) return console.log('limit: pgbench is not on this machine (Debian: postgresql-client and postgresql-contrib), so the limit is not measured')
  const scenes: { where: Where; page: string; asked: Awaited<ReturnType<typeof deepPages>> }[] = [
    ...(['centre', 'towns', 'crowd'] as const).map((where) => ({ where, page: 'first page', asked: firstPages(world, where) })),
    { where: 'centre', page: 'page 50', asked: await deepPages(world, 'centre') },
  ]
  for (const { where, page, asked } of scenes) {
    if (asked.length === 0) continue
    const some = asked.filter(({ person }) => isNothingElse(person.id)).slice(0, scripts)
    const requests = await captureStatements(world.databaseUrl, some.map(({ person, path }) => ({ method: 'GET', path, token: person.token })))
    const viewers = some.map(({ person }) => person.id)
    const runs: [number, number][] = []
    for (let pair = 0; pair < pairs; pair++) {
      const { perSecond } = await load(world.url, { connections, seconds, requests: asked.map(written) })
      runs.push([perSecond, await runPgbench(program, world.databaseUrl, { requests, seconds, viewers })])
    }
    measure({
      section: 'limit', posts: world.posts, what: `${where}, ${page}: HTTP / pgbench`, connections, perSecond: middleOf(runs.map(([ours]) => ours)),
      ratio: ratioOf(runs), note: `pgbench ${middleOf(runs.map(([, limit]) => limit)).toFixed(0)}/s, ${requests[0]?.statements.length ?? 0} statements`,
    })
  }
}
