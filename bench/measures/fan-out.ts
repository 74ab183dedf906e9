import { setTimeout as wait } from 'node:timers/promises'
import { addFollowedPlace, countNotifications, type FollowedPlace } from '#bench/dataset/followed-place.ts'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import type { Report } from '#bench/results.ts'
import { percentilesOf } from '#bench/statistics.ts'
import { addressOf } from '#contract/call-paths.ts'

const followers = 50_000
const notificationTimeoutMs = 10 * 60 * 1000
const pollIntervalMs = 100

/**
 * Measures how long it takes until all followers of a place are notified, then posting at that place and at one that
 * nobody follows, alternating.
 */
export async function measureFanOut(dataset: ServedDataset, report: Report, posts: number): Promise<void> {
  const places = await addFollowedPlace(dataset.databaseUrl, followers)
  await createPost(dataset, places.quietId)
  const seconds = await measureNotification(dataset, places)
  const quietMs: number[] = []
  const followedMs: number[] = []
  for (let index = 0; index < posts; index++) {
    quietMs.push(await createPost(dataset, places.quietId))
    followedMs.push(await createPost(dataset, places.followedId))
  }
  const row = { section: 'fan-out', posts: dataset.posts, connections: 1 }
  report({ ...row, name: 'posting at a place without followers', ...percentilesOf(quietMs) })
  report({
    ...row,
    name: `posting at a place with ${followers} followers`,
    ...percentilesOf(followedMs),
    note: `all notified after ${seconds.toFixed(1)} s`,
  })
}

/** Creates a post of user 1 and returns the time in milliseconds. */
async function createPost(dataset: ServedDataset, placeId: number): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(`${dataset.url}${addressOf('createSpot').url}`, {
    method: 'POST',
    headers: { cookie: `sid=${dataset.viewers[0]?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Ciao', location_id: placeId }),
  })
  if (response.status !== 200) throw new Error(`posting returned ${response.status}`)
  await response.text()
  return performance.now() - startMs
}

/** Posts at the followed place and returns the seconds until everybody is notified. */
async function measureNotification(dataset: ServedDataset, { followedId, recipients }: FollowedPlace): Promise<number> {
  const startMs = performance.now()
  await createPost(dataset, followedId)
  while ((await countNotifications(dataset.databaseUrl, followedId)) < recipients) {
    if (performance.now() - startMs > notificationTimeoutMs) throw new Error('not everybody was notified')
    await wait(pollIntervalMs)
  }
  return (performance.now() - startMs) / 1000
}
