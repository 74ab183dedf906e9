import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Datasets, serveBuilds } from './dataset/dataset.ts'
import { measureChat } from './measures/chat.ts'
import { measureFeed } from './measures/feed.ts'
import { measureMap, measureSearch } from './measures/lookups.ts'
import { measurePages } from './measures/page.ts'
import { measureUploads } from './measures/uploads.ts'
import { measureWrites } from './measures/writes.ts'
import { Report } from './report.ts'

const parts = ['feed', 'search', 'map', 'writes', 'chat', 'page']
const usage = `npm run bench -- [--quick] [--posts 1000000] [--only feed,…] [--against FOLDER] [--rounds 3] [--seconds 4]
  --quick    10,000 posts, one round of a second each
  --posts    size of the dataset, which is made once and stored in bench/datasets
  --only     some of ${parts.join(', ')}
  --against  another build of Dintorni (a checkout, built): each measurement alternates between both
  --rounds   of each measurement; medians are printed`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    posts: { type: 'string' },
    only: { type: 'string' },
    against: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const posts = Number(values.posts ?? (values.quick ? 10_000 : 1_000_000))
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3))
const seconds = Number(values.seconds ?? (values.quick ? 1 : 4))
const included = values.only?.split(',') ?? parts
const areNumbersValid = [posts, rounds, seconds].every((value) => Number.isInteger(value) && value > 0)
if (values.help || !areNumbersValid || included.some((part) => !parts.includes(part))) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}

const isIncluded = (...names: string[]) => names.some((name) => included.includes(name))
const buildFolders = [process.cwd(), ...(values.against === undefined ? [] : [path.resolve(values.against)])]
const report = new Report(rounds)

async function withDatasets(isCopy: boolean, measure: (datasets: Datasets) => Promise<void>): Promise<void> {
  const datasets = await serveBuilds(buildFolders, { posts, isCopy })
  try {
    await measure(datasets)
  } finally {
    await datasets.close()
  }
}

if (isIncluded('feed', 'search', 'map'))
  await withDatasets(false, async ({ builds }) => {
    if (isIncluded('feed')) await measureFeed(report, { builds, seconds })
    if (isIncluded('search')) await measureSearch(report, { builds, seconds })
    if (isIncluded('map')) await measureMap(report, { builds, seconds })
  })
// What writes has a copy of its own: jobs of one measurement must not run during another.
if (isIncluded('writes'))
  await withDatasets(true, async (datasets) => {
    await measureWrites(report, datasets, seconds)
    await measureUploads(report, { builds: datasets.builds, seconds })
  })
if (isIncluded('chat')) {
  const openPages = values.quick ? 100 : 500
  await withDatasets(true, ({ builds }) => measureChat(report, builds, { seconds, openPages }))
}
if (isIncluded('page')) await measurePages(report, buildFolders, values.quick ? 1 : 3)
console.log(`Written: ${report.write()}.json and .md`)
