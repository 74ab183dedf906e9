import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { formatShort, type Ratio } from './statistics.ts'

/** One row of a results table. Times are in milliseconds. */
export type ResultRow = {
  section: string
  /** Number of posts in the dataset; 0 where no dataset is used. */
  posts: number
  name: string
  connections?: number
  perSecond?: number
  p50?: number
  p99?: number
  /** Our figure divided by the other's, from alternating runs. */
  ratio?: Ratio
  note?: string
}
export type Report = (row: ResultRow) => void

/** One run of the benchmarks and the machine it ran on. */
export type BenchRun = {
  date: string
  machine: string
  memory: string
  node: string
  postgres: string
  commit: string
  command: string
  rows: ResultRow[]
}

const formatRow = ({ connections, perSecond, p50, p99, ratio, note }: ResultRow): string =>
  [
    connections === undefined ? '' : `${connections} at once`.padEnd(12),
    p50 === undefined ? '' : `p50 ${formatShort(p50)} ms`.padEnd(14),
    p99 === undefined ? '' : `p99 ${formatShort(p99)} ms`.padEnd(14),
    perSecond === undefined ? '' : `${formatShort(perSecond)}/s`.padEnd(10),
    ratio ? formatRatio(ratio) : '',
    note ?? '',
  ]
    .filter(Boolean)
    .join(' ')

const formatRatio = ({ median, lowest, highest, pairs }: Ratio) =>
  `${formatShort(median)} times (${formatShort(lowest)} to ${formatShort(highest)} in ${pairs} pairs)`

/** Returns a function that prints each row as soon as it is measured, and the rows so far. */
export function createReport(): { rows: ResultRow[]; report: Report } {
  const rows: ResultRow[] = []
  return {
    rows,
    report({ section, posts, name, connections, perSecond, p50, p99, ratio, note }) {
      // Through JSON, because callers spread whole load results and leave optional fields undefined.
      const row = JSON.parse(
        JSON.stringify({ section, posts, name, connections, perSecond, p50, p99, ratio, note }),
      ) as ResultRow
      rows.push(row)
      console.log(`${section.padEnd(14)} ${String(posts).padStart(8)} ${name.padEnd(44)} ${formatRow(row)}`)
    },
  }
}

const folder = path.join(import.meta.dirname, 'results')

export const readRun = (file: string): BenchRun => JSON.parse(fs.readFileSync(file, 'utf8')) as BenchRun

/** Stores the run as JSON and returns the file's path. */
export function writeRun(run: BenchRun): string {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${run.date.replaceAll(':', '-')}.json`)
  fs.writeFileSync(file, JSON.stringify(run, null, 2))
  return path.relative('.', file)
}

export const describeMachine = () => ({
  machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`,
  memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
  node: process.version,
})
