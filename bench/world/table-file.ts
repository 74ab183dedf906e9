import fs from 'node:fs'
import path from 'node:path'

export type Value = string | number | boolean | Buffer | null

/** Bytes that are collected before they are written. */
const chunk = 1 << 20

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function written(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '')
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return typeof value === 'number' ? String(value) : `\\\\x${value.toString('hex')}`
}

/** The rows of one table as COPY reads them. */
export class TableFile {
  readonly table: string
  readonly columns: string[]
  readonly path: string
  #file: number
  #waiting = ''

  constructor(folder: string, table: string, columns: string[]) {
    this.table = table
    this.columns = columns
    this.path = path.join(folder, `${table}.copy`)
    this.#file = fs.openSync(this.path, 'w', 0o644)
  }

  row(...values: Value[]): void {
    this.#waiting += `${values.map(written).join('\t')}\n`
    if (this.#waiting.length > chunk) this.#write()
  }

  close(): void {
    this.#write()
    fs.closeSync(this.#file)
  }

  #write(): void {
    fs.writeSync(this.#file, this.#waiting)
    this.#waiting = ''
  }
}
