import { addressOf } from '#contract/call-paths.ts'
import { load, request } from './load/load.ts'
import type { Measure } from './results.ts'
import type { ServedWorld } from './served-world.ts'

/** The twenty places around somebody, of fifty thousand. */
export async function measurePlaces(world: ServedWorld, measure: Measure, seconds: number): Promise<void> {
  const { centre, towns, sea } = world.points
  for (const [where, points] of Object.entries({ centre: [centre], towns, sea: [sea] })) {
    const requests = points.map(({ latitude, longitude }, at) =>
      request(`${addressOf('getNearbyLocations').url}?lat=${latitude}&lon=${longitude}`, {
        token: world.people[at]?.token ?? '',
      }),
    )
    measure({
      section: 'places',
      posts: world.posts,
      what: `nearest 20, ${where}`,
      connections: 1,
      ...(await load(world.url, { connections: 1, seconds, requests })),
    })
  }
}

/** What people type: letter by letter, whole, with a typo, nobody's name, one that thousands begin with. */
const queries = [
  'g',
  'gi',
  'giu',
  'giulia',
  'giulia.rossi',
  'giula rossi',
  'macro',
  'san',
  'piazza',
  'piazza del duomo',
  'coloseo',
  'rmoa',
  'zzzzzz',
]

export async function measureSearch(world: ServedWorld, measure: Measure, seconds: number): Promise<void> {
  const { latitude, longitude } = world.points.centre
  for (const query of queries) {
    const path = `${addressOf('search').url}?${new URLSearchParams({ q: query, lat: String(latitude), lon: String(longitude) })}`
    const requests = world.people.slice(0, 100).map(({ token }) => request(path, { token }))
    measure({
      section: 'search',
      posts: world.posts,
      what: `“${query}”`,
      connections: 1,
      ...(await load(world.url, { connections: 1, seconds, requests })),
    })
  }
}
