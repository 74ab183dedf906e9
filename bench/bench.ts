import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { measureChat } from './chat/chat.ts'
import { measureFanOut } from './fan-out.ts'
import { measureFeed } from './feed.ts'
import { measureLimit } from './limit/limit.ts'
import { measureOwnCeiling } from './load/own-ceiling.ts'
import { measurePage } from './page/page.ts'
import { measureScroll } from './page/scroll.ts'
import { measurePlaces, measureSearch } from './places.ts'
import { measurePeers } from './peers.ts'
import { addToPerformancePage } from './report/performance-page.ts'
import { keepLines, machine, type Measure, readResults, type Results, writeResults } from './results.ts'
import { type ServedWorld, serveWorld } from './served-world.ts'
import { measurePhotos, measureWrites } from './writes.ts'

const usage = `npm run bench -- [--quick] [--write] [--posts 10000,100000,1000000] [--only feed,limit,writes,places,search,fan-out,chat,peers,page]
  --quick  the smallest world, in under three minutes, without the peers and the page
  --posts  worlds of how many posts; each is made once and kept in bench/worlds (5000000 wants 7 GB and ten minutes)
  --only   these parts
  --write  what this run measures takes its place in docs/performance.md; --from FILE does the same with a run that bench/results has kept`

const parts = ['feed', 'limit', 'writes', 'places', 'search', 'fan-out', 'chat', 'peers', 'page'] as const
/** Those that take too long for a quick look. */
const slow: readonly Part[] = ['peers', 'page']
type Part = (typeof parts)[number]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    posts: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    from: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const only = values.only?.split(',') ?? parts.filter((part) => !values.quick || !slow.includes(part))
const strange = only.filter((part) => !(parts as readonly string[]).includes(part))
const sizes = (values.posts ?? (values.quick ? '10000' : '10000,100000,1000000')).split(',').map(Number)
if (values.help || strange.length > 0 || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.log(strange.length > 0 ? `There is no part ${strange.join(', ')}.\n${usage}` : usage)
  process.exit(values.help ? 0 : 1)
}
const wants = (part: Part) => only.includes(part)

const extent = values.quick
  ? {
      connections: [1, 32],
      feed: 1,
      taking: { pairs: 2, seconds: 1 },
      writing: { pairs: 1, seconds: 1 },
      photos: { uploads: 3, seconds: 2 },
      others: 0.5,
      fanOutPosts: 5,
      chat: { messages: 20_000, reading: 1, streams: 100, paces: [20], talking: 3, writing: { pairs: 1, seconds: 1 } },
      peers: { pairs: 2, seconds: 2 },
      page: { visits: 1, cards: 400 },
    }
  : {
      connections: [1, 8, 32, 128],
      feed: 4,
      taking: { pairs: 7, seconds: 5 },
      writing: { pairs: 5, seconds: 5 },
      photos: { uploads: 15, seconds: 10 },
      others: 2,
      fanOutPosts: 40,
      chat: {
        messages: 100_000,
        reading: 4,
        streams: 500,
        paces: [5, 20, 50],
        talking: 20,
        writing: { pairs: 5, seconds: 5 },
      },
      peers: { pairs: 5, seconds: 6 },
      page: { visits: 5, cards: 2000 },
    }

async function versionOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>("SELECT split_part(version(), ' on ', 1) AS version")
  await client.end()
  return rows[0]?.version ?? 'unknown'
}

const commit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

async function served(
  posts: number,
  how: { copied: boolean },
  work: (world: ServedWorld) => Promise<void>,
): Promise<void> {
  const world = await serveWorld(posts, how)
  try {
    await work(world)
  } finally {
    await world.close()
  }
}

/** What only reads asks the kept world; what writes has a copy, of the largest alone. */
async function measureAll(measure: Measure): Promise<string> {
  let postgres = ''
  for (const posts of sizes) {
    await served(posts, { copied: false }, async (world) => {
      postgres = await versionOf(world.databaseUrl)
      if (wants('feed')) await measureFeed(world, measure, { connections: extent.connections, seconds: extent.feed })
      if (wants('limit')) await measureLimit(world, measure, extent.taking)
      if (posts === Math.max(...sizes) && wants('places')) await measurePlaces(world, measure, extent.others)
      if (posts === Math.max(...sizes) && wants('search')) await measureSearch(world, measure, extent.others)
    })
  }
  const largest = Math.max(...sizes)
  if (wants('writes')) {
    await served(largest, { copied: true }, async (world) => {
      await measurePhotos(world, measure, extent.photos)
      await measureWrites(world, measure, extent.writing)
    })
  }
  // In a copy of its own: those who follow the places of all that was written before would be told first.
  if (wants('fan-out'))
    await served(largest, { copied: true }, (world) => measureFanOut(world, measure, extent.fanOutPosts))
  if (wants('chat')) await served(largest, { copied: true }, (world) => measureChat(world, measure, extent.chat))
  if (wants('peers')) await served(largest, { copied: true }, (world) => measurePeers(world, measure, extent.peers))
  if (wants('page')) await measurePages(measure)
  return postgres
}

/** The page on a phone, in a world of the demo. */
async function measurePages(measure: Measure): Promise<void> {
  for (const { page, performance, accessibility, bestPractices, seo, lcp, tbt, cls, jsKb, cssKb } of await measurePage(
    extent.page.visits,
  )) {
    const note = `performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}, SEO ${seo}; largest paint ${lcp} ms, blocked ${tbt} ms, shift ${cls}; ${jsKb} kB JavaScript, ${cssKb} kB CSS`
    measure({ section: 'page', posts: 0, what: page, note })
  }
  for (const { cards, longTasks, longest, heapMb } of await measureScroll(extent.page.cards)) {
    measure({
      section: 'page',
      posts: 0,
      what: `scrolled to card ${cards}`,
      note: `${longTasks} tasks over 50 ms since the point before, the longest ${longest} ms; ${heapMb} MB`,
    })
  }
}

if (values.from) {
  addToPerformancePage(readResults(values.from))
  process.exit()
}

const { lines, measure } = keepLines()
const here = machine()
console.log(`${here.machine}, ${here.memory}, Node ${here.node}`)
const ceiling = await measureOwnCeiling(values.quick ? 1 : 4)
measure({
  section: 'itself',
  posts: 0,
  what: 'who asks, of a server that does nothing',
  connections: 32,
  ...ceiling,
  note: `${ceiling.ownCpu.toFixed(3)} ms of its own for each request`,
})
const postgres = await measureAll(measure)
const results: Results = {
  date: new Date().toISOString(),
  ...here,
  postgres,
  commit: commit(),
  command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
  lines,
}
console.log(`\nAll of it as JSON: ${writeResults(results)}`)
if (values.write) addToPerformancePage(results)
