import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** One line of the table. Times in milliseconds. */
export type Line = {
  section: string
  /** Of the world. */
  posts: number
  what: string
  connections?: number
  perSecond?: number
  p50?: number
  p99?: number
  /** Of two that took turns: the middle one, the lowest and the highest. */
  ratio?: { middle: number; lowest: number; highest: number; pairs: number }
  note?: string
}
export type Measure = (line: Line) => void

export type Results = {
  date: string
  machine: string
  memory: string
  node: string
  postgres: string
  commit: string
  command: string
  lines: Line[]
}

export const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const textOf = ({ connections, perSecond, p50, p99, ratio, note }: Line): string =>
  [
    connections === undefined ? '' : `${connections} at once`.padEnd(12),
    p50 === undefined ? '' : `p50 ${short(p50)} ms`.padEnd(14),
    p99 === undefined ? '' : `p99 ${short(p99)} ms`.padEnd(14),
    perSecond === undefined ? '' : `${short(perSecond)}/s`.padEnd(10),
    ratio
      ? `${short(ratio.middle)} times (${short(ratio.lowest)} to ${short(ratio.highest)} in ${ratio.pairs} pairs)`
      : '',
    note ?? '',
  ]
    .filter(Boolean)
    .join(' ')

/** Prints each line when it is measured, and keeps it. */
export function keepLines(): { lines: Line[]; measure: Measure } {
  const lines: Line[] = []
  return {
    lines,
    measure({ section, posts, what, connections, perSecond, p50, p99, ratio, note }) {
      const line = JSON.parse(
        JSON.stringify({ section, posts, what, connections, perSecond, p50, p99, ratio, note }),
      ) as Line
      lines.push(line)
      console.log(`${section.padEnd(8)} ${String(posts).padStart(8)} ${what.padEnd(44)} ${textOf(line)}`)
    },
  }
}

const folder = path.join(import.meta.dirname, 'results')

export const readResults = (file: string): Results => JSON.parse(fs.readFileSync(file, 'utf8')) as Results

/** @returns where it stands. */
export function writeResults(results: Results): string {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${results.date.replaceAll(':', '-')}.json`)
  fs.writeFileSync(file, JSON.stringify(results, null, 2))
  return path.relative('.', file)
}

export const machine = () => ({
  machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`,
  memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
  node: process.version,
})

export const middleOf = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/** @param pairs each of two that were measured one after the other. */
export function ratioOf(pairs: [number, number][]): NonNullable<Line['ratio']> {
  const ratios = pairs.map(([a, b]) => a / b)
  return { middle: middleOf(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios), pairs: pairs.length }
}
