import fs from 'node:fs'
import path from 'node:path'
import { type Line, type Results, short } from '#bench/results.ts'
import { drawChart } from './chart.ts'

const docs = path.join(import.meta.dirname, '..', '..', 'docs')

const thousands = (value: number) =>
  value >= 1e6 ? `${value / 1e6} M` : value >= 1000 ? `${value / 1000} k` : String(value)

/** What each part shows, and in what it is to be believed. */
const parts: { section: string; title: string; about: string }[] = [
  {
    section: 'feed',
    title: 'The feed',
    about:
      'Over HTTP, by many different signed-in people. *Centre* is Milano, *towns* are twenty quiet ones, *sea* is far from any post, *crowd* is two thousand points where people live, few of them asked from often.',
  },
  {
    section: 'limit',
    title: 'The limit',
    about:
      '`pgbench -M prepared` sends the statements by which the page is found, with the same session settings and parameters, in turn with the server on the same cores: whose session it is, which posts are near, and those posts, as they are without what the server keeps in memory. The ratio is of requests per second: 1 would be a server that costs nothing and shares nothing. *Page 50* is asked for by many people who come by the same page, having begun at the same point; *each from another post on*, by many of whom no two ask for the same, so that which posts it has is never in memory.',
  },
  {
    section: 'peers',
    title: 'Peers',
    about:
      'The newest ten posts nearby, with author, place, counts, what the viewer did, and the same rule of who sees what, from the same rows on the same PostgreSQL, in turn. Their pages are compared with ours before anything is measured. They are told who asks and how far to look; ours looks the session up and chooses the radius. *Towns, 5 km* asks all for the posts within 5 km, however few. Each of the two statements by hand is right at one density: both sets are always shown. PostGIS is not in the embedded database: *within* is a GiST index over `earthdistance`, and Parse Server’s `ST_DistanceSphere` is a plain function of the same answer. PostGraphile is given our H3 cells and a function that reads them.',
  },
  {
    section: 'writes',
    title: 'Writes',
    about:
      'Over HTTP by 32 at once; the ratio is to `pgbench` with the same transactions, one for each, which tells nobody afterwards. The server tells people, and lets likes and comments of one moment share a transaction.',
  },
  {
    section: 'photos',
    title: 'Photographs',
    about:
      'A post with a photograph as a phone takes it; then what those who read meanwhile feel while twenty upload without end.',
  },
  { section: 'places', title: 'Nearest places', about: 'The nearest twenty of 50,000.' },
  { section: 'search', title: 'Search', about: '100,000 people and 50,000 places, as it is typed.' },
  { section: 'fan-out', title: 'Telling many', about: 'A post at a place that 50,000 follow.' },
  {
    section: 'chat',
    title: 'Messages',
    about:
      'Pages of a conversation and of the list over HTTP, one at a time, and what PostgreSQL itself takes for the statements of one. Then people in pairs, each with an open page that says what it has read: milliseconds from when a message is sent to when the other’s page has it. Writing as under *Writes*, by 32 at once.',
  },
  {
    section: 'page',
    title: 'The page',
    about:
      'Lighthouse, mobile, with simulated 4× CPU and a slow network, first visits, medians; then a feed scrolled with the wheel, without throttling.',
  },
  {
    section: 'itself',
    title: 'Who asks',
    about: 'The load generator against a server that does nothing: what it could see at most.',
  },
]

const cell = (value: number | undefined) => (value === undefined ? '' : short(value))

type Column = { head: string; of: (line: Line) => string }
const columns: Column[] = [
  { head: 'posts', of: ({ posts }) => (posts > 0 ? thousands(posts) : '') },
  { head: 'what', of: ({ what }) => what },
  { head: 'at once', of: ({ connections }) => String(connections ?? '') },
  { head: 'p50 ms', of: ({ p50 }) => cell(p50) },
  { head: 'p99 ms', of: ({ p99 }) => cell(p99) },
  { head: 'per second', of: ({ perSecond }) => cell(perSecond) },
  {
    head: 'ratio (lowest to highest)',
    of: ({ ratio }) =>
      ratio
        ? `**${short(ratio.middle)}** (${short(ratio.lowest)} to ${short(ratio.highest)}, ${ratio.pairs} pairs)`
        : '',
  },
  { head: '', of: ({ note }) => note ?? '' },
]

/** Only the columns in which something stands. */
function table(lines: Line[]): string {
  const used = columns.filter(({ of }) => lines.some((line) => of(line) !== ''))
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    row(used.map(({ head }) => head)),
    row(used.map(() => '---')),
    ...lines.map((line) => row(used.map(({ of }) => of(line)))),
  ].join('\n')
}

/** First pages for one who asks alone, world by world; null when there is one world only. */
function growth(lines: Line[]): string | null {
  const firstPages = lines.filter(
    ({ section, what, connections }) => section === 'feed' && connections === 1 && what.endsWith(', first page'),
  )
  const curves = [...new Set(firstPages.map(({ what }) => what))].map((what) => ({
    name: what.replace(', first page', ''),
    points: firstPages
      .filter((line) => line.what === what)
      .flatMap(({ posts, p50 }) => (p50 === undefined ? [] : [{ x: posts, y: p50 }]))
      .toSorted((a, b) => a.x - b.x),
  }))
  if (curves.every(({ points }) => points.length < 2)) return null
  const title = 'The first page of the feed, as the world grows'
  return drawChart(curves, {
    title,
    x: 'posts in the world',
    y: 'milliseconds (p50, one at a time)',
    written: { x: thousands, y: (value) => String(Number(value.toPrecision(2))) },
  })
}

/** What a line is measured of: where a later run measures it again, it is shown instead. */
const partOf = ({ section, posts }: Line) => `${section} ${posts}`

/** Runs, oldest first, each with what no later one measured again. */
function withRun(runs: Results[], run: Results): Results[] {
  const again = new Set(run.lines.map(partOf))
  const still = runs.map((earlier) => ({ ...earlier, lines: earlier.lines.filter((line) => !again.has(partOf(line))) }))
  return [...still.filter(({ lines }) => lines.length > 0), run]
}

/** A line of text for each line that was measured. */
const written = (runs: Results[]) =>
  `[\n${runs.map(({ lines, ...run }) => `{${JSON.stringify(run).slice(1, -1)},"lines":[\n${lines.map((line) => JSON.stringify(line)).join(',\n')}\n]}`).join(',\n')}\n]\n`

const where = ({ date, machine, memory, node, postgres, commit, command }: Results) =>
  `| ${date.slice(0, 16).replace('T', ' ')} | \`${command}\` | ${commit} | ${machine}, ${memory} | Node ${node}, ${postgres} |`

/**
 * Adds a run to those that docs/performance.json keeps, and writes docs/performance.md and its chart from all of them.
 */
export function addToPerformancePage(run: Results): void {
  const kept = path.join(docs, 'performance.json')
  const runs = withRun(JSON.parse(fs.readFileSync(kept, 'utf8')) as Results[], run)
  fs.writeFileSync(kept, written(runs))
  const lines = runs.flatMap((each) => each.lines)
  const chart = growth(lines)
  const sections = parts.flatMap(({ section, title, about }) => {
    const own = lines.filter((line) => line.section === section).toSorted((a, b) => a.posts - b.posts)
    return own.length > 0 ? [`## ${title}\n\n${about}\n\n${table(own)}`] : []
  })
  const page = [
    '# How fast it is',
    'Written by `npm run bench -- --write` from performance.json: change bench/, not this page. Absolute figures are of one machine at one time, which did other things beside; the ratios are of two that took turns on it, with their spread.',
    'A world is a community of 100,000 people and 50,000 places around the real towns of Italy that has written so many posts in two years, with follows, blocks, likes, comments and confirmed “sono io”.',
    `| measured (UTC) | command | commit | machine | versions |\n| --- | --- | --- | --- | --- |\n${runs.map(where).join('\n')}`,
    ...(chart ? ['![The first page of the feed, as the world grows](performance.svg)'] : []),
    ...sections,
  ]
  fs.writeFileSync(path.join(docs, 'performance.md'), `${page.join('\n\n')}\n`)
  if (chart) fs.writeFileSync(path.join(docs, 'performance.svg'), chart)
}
