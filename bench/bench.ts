// `npm run bench`: prints how fast it is, on this machine, now. Nothing is asserted.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DemoWorld, openDemoWorld } from './demo-world.ts'
import { addFollowedPlace, countTold } from './followed-place.ts'
import { addInventedPeople } from './invented-people.ts'
import { measure, percentiles } from './measure.ts'
import { addScatteredPlaces } from './scattered-places.ts'

const points = { 'Roma, centre': 'lat=41.89&lon=12.48', 'Milano, centre': 'lat=45.46&lon=9.19', 'a small town': 'lat=45.73&lon=7.32', 'the sea': 'lat=39.5&lon=12.5' }
const quick = process.argv.includes('--quick')
const requests = quick ? 400 : 4000

async function feed({ url, cookie }: DemoWorld) {
  for (const connections of [1, 8]) {
    for (const [where, query] of Object.entries(points)) {
      console.log(`feed, ${where}, ${connections} at once`.padEnd(40), await measure(`${url}/api/feed/get_feed.php?${query}`, { cookie, connections, requests }))
    }
  }
}

async function nearestPlaces(world: DemoWorld) {
  const count = await addScatteredPlaces(world.databaseUrl, 50_000)
  for (const [where, query] of Object.entries(points)) {
    const url = `${world.url}/api/location/get_nearby_locations.php?${query}`
    console.log(`nearest 20 of ${count} places, ${where}`.padEnd(40), await measure(url, { cookie: world.cookie, connections: 1, requests: requests / 4 }))
  }
}

/** What people type: letter by letter, whole, with a typo, nobody's name, one that thousands begin with. */
const queries = ['g', 'gi', 'giu', 'giulia', 'giulia.rossi7', 'giula rossi', 'macro', 'san', 'piazza', 'piazza del duomo', 'coloseo', 'rmoa', 'zzzzzz']

async function search(world: DemoWorld) {
  const people = await addInventedPeople(world.databaseUrl, 100_000)
  for (const query of queries) {
    const url = `${world.url}/api/searches/search.php?q=${encodeURIComponent(query)}&lat=45.46&lon=9.19`
    console.log(`search “${query}” of ${people} people`.padEnd(40), await measure(url, { cookie: world.cookie, connections: 1, requests: requests / 8 }))
  }
}

/** Posting where nobody and where 50,000 people wait for it, in turn; then how long it takes until all of them are told. */
async function fanOut({ url, databaseUrl, cookie }: DemoWorld) {
  const followers = 50_000
  const places = await addFollowedPlace(databaseUrl, followers)
  const post = async (location_id: number) => {
    const from = performance.now()
    const response = await fetch(`${url}/api/posts/create_spot.php`, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify({ text: 'Ciao', location_id }) })
    if (response.status !== 200) throw new Error(`posting answered ${response.status}`)
    await response.text()
    return performance.now() - from
  }
  await post(places.quiet)
  const begun = performance.now()
  const first = await post(places.crowded)
  while ((await countTold(databaseUrl, places.crowded)) < followers - 1) await wait(100)
  console.log(`one post told to ${followers} followers`.padEnd(40), `posted in ${first.toFixed(1)} ms, all told after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  const times = { crowded: [] as number[], quiet: [] as number[] }
  for (let n = 0; n < (quick ? 10 : 40); n++) for (const where of ['quiet', 'crowded'] as const) times[where].push(await post(places[where]))
  console.log('posting where nobody follows'.padEnd(40), percentiles(times.quiet))
  console.log(`posting where ${followers} follow, telling them`.padEnd(40), percentiles(times.crowded))
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
const world = await openDemoWorld(folder)
console.log(`${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.version}, demo world of ${world.posts} posts, over HTTP`)
await feed(world)
await nearestPlaces(world)
await search(world)
await fanOut(world)
await world.close()
await rm(folder, { recursive: true, force: true })
