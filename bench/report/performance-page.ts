import fs from 'node:fs'
import path from 'node:path'
import type { BenchRun, ResultRow } from '#bench/results.ts'
import { formatShort } from '#bench/statistics.ts'
import { drawChart } from './chart.ts'
import { sections } from './sections.ts'

const docs = path.join(import.meta.dirname, '..', '..', 'docs')

function formatThousands(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`
  return value >= 1000 ? `${value / 1000} k` : String(value)
}

const formatCell = (value: number | undefined) => (value === undefined ? '' : formatShort(value))

function formatRatio({ ratio }: ResultRow): string {
  if (!ratio) return ''
  const { median, lowest, highest, pairs } = ratio
  return `**${formatShort(median)}** (${formatShort(lowest)} to ${formatShort(highest)}, ${pairs} pairs)`
}

type Column = { heading: string; format: (row: ResultRow) => string }
const columns: Column[] = [
  { heading: 'posts', format: ({ posts }) => (posts > 0 ? formatThousands(posts) : '') },
  { heading: 'what', format: ({ name }) => name },
  { heading: 'at once', format: ({ connections }) => String(connections ?? '') },
  { heading: 'p50 ms', format: ({ p50 }) => formatCell(p50) },
  { heading: 'p99 ms', format: ({ p99 }) => formatCell(p99) },
  { heading: 'per second', format: ({ perSecond }) => formatCell(perSecond) },
  { heading: 'ratio (lowest to highest)', format: formatRatio },
  { heading: '', format: ({ note }) => note ?? '' },
]

/** Formats a Markdown table; columns without content are left out. */
function formatTable(rows: ResultRow[]): string {
  const used = columns.filter(({ format }) => rows.some((row) => format(row) !== ''))
  const formatLine = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    formatLine(used.map(({ heading }) => heading)),
    formatLine(used.map(() => '---')),
    ...rows.map((row) => formatLine(used.map(({ format }) => format(row)))),
  ].join('\n')
}

/** Draws how long first pages take with one connection, by dataset size; null with a single size. */
function drawGrowth(rows: ResultRow[]): string | null {
  const firstPages = rows.filter(
    ({ section, name, connections }) => section === 'feed' && connections === 1 && name.endsWith(', first page'),
  )
  const curves = [...new Set(firstPages.map(({ name }) => name))].map((name) => ({
    name: name.replace(', first page', ''),
    points: firstPages
      .filter((row) => row.name === name)
      .flatMap(({ posts, p50 }) => (p50 === undefined ? [] : [{ x: posts, y: p50 }]))
      .toSorted((a, b) => a.x - b.x),
  }))
  if (curves.every(({ points }) => points.length < 2)) return null
  return drawChart(curves, {
    title: chartTitle,
    xLabel: 'posts in the dataset',
    yLabel: 'milliseconds (p50, one at a time)',
    formatX: formatThousands,
    formatY: (value) => String(Number(value.toPrecision(2))),
  })
}

const chartTitle = 'The first page of the feed by dataset size'

/** Identifies what a row measures: a later run with the same key replaces it. */
const keyOf = ({ section, posts }: ResultRow) => `${section} ${posts}`

/** Adds a run and removes the rows that it measured again from earlier runs. */
function addRun(runs: BenchRun[], run: BenchRun): BenchRun[] {
  const measuredAgain = new Set(run.rows.map(keyOf))
  const earlier = runs.map((each) => ({ ...each, rows: each.rows.filter((row) => !measuredAgain.has(keyOf(row))) }))
  return [...earlier.filter(({ rows }) => rows.length > 0), run]
}

/** Formats the runs as JSON with one line per row, so that diffs are readable. */
function formatRuns(runs: BenchRun[]): string {
  const formatRun = ({ rows, ...run }: BenchRun) => {
    const fields = JSON.stringify(run).slice(1, -1)
    return `{${fields},"rows":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}`
  }
  return `[\n${runs.map(formatRun).join(',\n')}\n]\n`
}

const formatOrigin = ({ date, machine, memory, node, postgres, commit, command }: BenchRun) =>
  `| ${date.slice(0, 16).replace('T', ' ')} | \`${command}\` | ${commit} | ${machine}, ${memory} | Node ${node}, ${postgres} |`

/** Adds a run to docs/performance.json, and writes docs/performance.md and its chart from all runs. */
export function addToPerformancePage(run: BenchRun): void {
  const file = path.join(docs, 'performance.json')
  const runs = addRun(JSON.parse(fs.readFileSync(file, 'utf8')) as BenchRun[], run)
  fs.writeFileSync(file, formatRuns(runs))
  writePerformancePage(runs)
}

function writePerformancePage(runs: BenchRun[]): void {
  const rows = runs.flatMap((run) => run.rows)
  const chart = drawGrowth(rows)
  const page = [
    '# How fast it is',
    'Written by `npm run bench -- --write` from performance.json: change bench/, not this page. Absolute figures are from one machine at one time, shared with other work; ratios are from alternating runs on it, with their spread.',
    'A dataset is a community of 100,000 people and 50,000 places around the real towns of Italy, with two years of posts, follows, blocks, likes, comments and confirmed “sono io”.',
    `| measured (UTC) | command | commit | machine | versions |\n| --- | --- | --- | --- | --- |\n${runs.map(formatOrigin).join('\n')}`,
    ...(chart ? [`![${chartTitle}](performance.svg)`] : []),
    ...sections.flatMap(({ section, title, about }) => {
      const sectionRows = rows.filter((row) => row.section === section).toSorted((a, b) => a.posts - b.posts)
      return sectionRows.length > 0 ? [`## ${title}\n\n${about}\n\n${formatTable(sectionRows)}`] : []
    }),
  ]
  fs.writeFileSync(path.join(docs, 'performance.md'), `${page.join('\n\n')}\n`)
  if (chart) fs.writeFileSync(path.join(docs, 'performance.svg'), chart)
}
