import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Times are in milliseconds. */
export type Figures = { perSecond?: number; p50?: number; p99?: number; note?: string }

/** What is measured in turn with others, such as a build or pgbench. */
export type Target = { name: string; run: () => Promise<Figures> }

type Ratio = { median: number; lowest: number; highest: number }
type Row = Figures & { what: string; connections: number; target: string; ratio?: Ratio }

export function percentilesOf(timesMs: number[]): { p50: number; p99: number } {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

export function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return ((sorted[half] ?? 0) + (sorted[sorted.length % 2 === 1 ? half : half - 1] ?? 0)) / 2
}

function medians(runs: Figures[]): Figures {
  const median = (name: 'perSecond' | 'p50' | 'p99') =>
    runs[0]?.[name] === undefined ? {} : { [name]: medianOf(runs.map((run) => run[name] ?? 0)) }
  const note = runs.at(-1)?.note
  return { ...median('perSecond'), ...median('p50'), ...median('p99'), ...(note && { note }) }
}

function ratioOf(first: Figures[], other: Figures[]): Ratio | undefined {
  if (other[0]?.perSecond === undefined) return undefined
  const ratios = first.map(({ perSecond = 0 }, index) => perSecond / (other[index]?.perSecond ?? 0))
  return { median: medianOf(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) }
}

/** 123, 12.3, 1.23. */
const short = (value: number): string => value.toFixed(Math.max(0, 3 - String(Math.floor(value)).length))

const formatRow = ({ what, connections, target, perSecond, p50, p99, ratio, note = '' }: Row): string[] => [
  what,
  String(connections),
  target,
  ...[perSecond, p50, p99].map((value) => (value === undefined ? '' : short(value))),
  ratio ? `${short(ratio.median)} (${short(ratio.lowest)}–${short(ratio.highest)})` : '',
  note,
]

const header = ['what', 'at once', 'of', 'per second', 'p50 ms', 'p99 ms', 'this / that', '']

export class Report {
  readonly #rows: Row[] = []
  readonly #rounds: number

  constructor(rounds: number) {
    this.#rounds = rounds
  }

  /**
   * Runs the targets in turn, several rounds of them, and prints the medians. What is measured after the first is
   * compared with it, round by round, so that a slow moment of the machine slows both.
   */
  async measure(what: string, connections: number, targets: Target[]): Promise<void> {
    const runs = targets.map((): Figures[] => [])
    for (let round = 0; round < this.#rounds; round++)
      for (const [index, target] of targets.entries()) runs[index]!.push(await target.run())
    for (const [index, { name }] of targets.entries()) {
      const ratio = index === 0 ? undefined : ratioOf(runs[0]!, runs[index]!)
      const row: Row = { what, connections, target: name, ...medians(runs[index]!), ...(ratio && { ratio }) }
      this.#rows.push(row)
      console.log(formatRow(row).filter(Boolean).join(' · '))
    }
  }

  /** Stores all rows as JSON and as a Markdown table. @returns the path without ending. */
  write(): string {
    const date = new Date().toISOString()
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
    const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB`
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ')
    const about = { date, commit, machine, node: process.version, command, rounds: this.#rounds }
    const folder = path.join(import.meta.dirname, 'results')
    fs.mkdirSync(folder, { recursive: true })
    const file = path.join(folder, date.replaceAll(':', '-'))
    fs.writeFileSync(`${file}.json`, JSON.stringify({ ...about, rows: this.#rows }, null, 2))
    const lines = [header, header.map(() => '---'), ...this.#rows.map(formatRow)].map((row) => `| ${row.join(' | ')} |`)
    fs.writeFileSync(`${file}.md`, `\`${command}\`, ${date}, ${commit}, ${machine}\n\n${lines.join('\n')}\n`)
    return path.relative('.', file)
  }
}
