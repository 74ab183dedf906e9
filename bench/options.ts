import { parseArgs } from 'node:util'

const usage = `npm run bench -- [--quick] [--write] [--posts 10000,100000,1000000] [--only feed,pgbench,writes,…]
  --quick  the smallest dataset, in under three minutes, without competitors and page
  --posts  dataset sizes; each is generated once and stored in bench/datasets (5000000: 7 GB, ten minutes)
  --only   some of: feed, pgbench, writes, places, search, map, fan-out, chat, processes, competitors, page
  --write  puts the results into docs/performance.md; --from FILE does so with a stored run of bench/results`

const parts = [
  'feed',
  'pgbench',
  'writes',
  'places',
  'search',
  'map',
  'fan-out',
  'chat',
  'processes',
  'competitors',
  'page',
] as const
type Part = (typeof parts)[number]
/** Parts that take too long for --quick. */
const slowParts: readonly Part[] = ['competitors', 'page']

const quickExtent = {
  baselineSeconds: 1,
  feed: { connectionCounts: [1, 32], seconds: 1 },
  pgbench: { pairs: 2, seconds: 1 },
  writes: { pairs: 1, seconds: 1 },
  photos: { uploads: 3, seconds: 2 },
  placesSeconds: 0.5,
  searchSeconds: 0.5,
  map: { pairs: 1, seconds: 1 },
  fanOutPosts: 5,
  chat: {
    messages: 20_000,
    readSeconds: 1,
    openPages: 100,
    messagesPerSecond: [20],
    deliverySeconds: 3,
    writes: { pairs: 1, seconds: 1 },
  },
  processes: { pairs: 2, seconds: 2 },
  competitors: { pairs: 2, seconds: 2 },
  page: { visits: 1, cards: 400 },
}

/** How much of each part is measured. */
type Extent = typeof quickExtent

const fullExtent: Extent = {
  baselineSeconds: 4,
  feed: { connectionCounts: [1, 8, 32, 128], seconds: 4 },
  pgbench: { pairs: 7, seconds: 5 },
  writes: { pairs: 5, seconds: 5 },
  photos: { uploads: 15, seconds: 10 },
  placesSeconds: 2,
  searchSeconds: 2,
  map: { pairs: 5, seconds: 3 },
  fanOutPosts: 40,
  chat: {
    messages: 100_000,
    readSeconds: 4,
    openPages: 500,
    messagesPerSecond: [5, 20, 50],
    deliverySeconds: 20,
    writes: { pairs: 5, seconds: 5 },
  },
  processes: { pairs: 7, seconds: 5 },
  competitors: { pairs: 5, seconds: 6 },
  page: { visits: 5, cards: 2000 },
}

export type Options = {
  isIncluded: (part: Part) => boolean
  /** Dataset sizes in posts. */
  sizes: number[]
  extent: Extent
  shouldWrite: boolean
  /** File of a stored run, which is written to the docs instead of measuring. */
  storedRun: string | undefined
}

/** Parses the command line; prints the usage and exits when it asks for it or is wrong. */
export function readOptions(): Options {
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
  const included: readonly string[] =
    values.only?.split(',') ?? parts.filter((part) => !values.quick || !slowParts.includes(part))
  const unknown = included.filter((part) => !(parts as readonly string[]).includes(part))
  const sizes = (values.posts ?? (values.quick ? '10000' : '10000,100000,1000000')).split(',').map(Number)
  const areSizesValid = sizes.every((size) => Number.isInteger(size) && size > 0)
  if (values.help || unknown.length > 0 || !areSizesValid) {
    console.log(unknown.length > 0 ? `There is no part ${unknown.join(', ')}.\n${usage}` : usage)
    process.exit(values.help ? 0 : 1)
  }
  return {
    isIncluded: (part) => included.includes(part),
    sizes,
    extent: values.quick ? quickExtent : fullExtent,
    shouldWrite: values.write,
    storedRun: values.from,
  }
}
