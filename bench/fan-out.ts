import { setTimeout as wait } from 'node:timers/promises'
import { addressOf } from '#contract/call-paths.ts'
import { addFollowedPlace, countTold } from './followed-place.ts'
import { percentilesOf } from './measure.ts'
import type { Measure } from './results.ts'
import type { ServedWorld } from './served-world.ts'

const followers = 50_000
/** Milliseconds after which whoever is not told by then never will be. */
const patience = 10 * 60 * 1000

/**
 * Posting where nobody and where 50,000 people wait for it, in turn; then how long it takes until all of them are told.
 */
export async function measureFanOut(world: ServedWorld, measure: Measure, posts: number): Promise<void> {
  const places = await addFollowedPlace(world.databaseUrl, followers)
  const post = async (location_id: number) => {
    const from = performance.now()
    const response = await fetch(`${world.url}${addressOf('createSpot').url}`, {
      method: 'POST',
      headers: { cookie: `sid=${world.people[0]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Ciao', location_id }),
    })
    if (response.status !== 200) throw new Error(`posting answered ${response.status}`)
    await response.text()
    return performance.now() - from
  }
  await post(places.quiet)
  const begun = performance.now()
  await post(places.crowded)
  while ((await countTold(world.databaseUrl, places.crowded)) < places.followers) {
    if (performance.now() - begun > patience) throw new Error('not everybody is told')
    await wait(100)
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const times = { crowded: [] as number[], quiet: [] as number[] }
  for (let at = 0; at < posts; at++)
    for (const where of ['quiet', 'crowded'] as const) times[where].push(await post(places[where]))
  const told = { section: 'fan-out', posts: world.posts, connections: 1 }
  measure({ ...told, what: 'posting where nobody follows', ...percentilesOf(times.quiet) })
  measure({
    ...told,
    what: `posting where ${followers} follow`,
    ...percentilesOf(times.crowded),
    note: `all told after ${seconds} s`,
  })
}
