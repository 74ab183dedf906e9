import fs from 'node:fs'
import path from 'node:path'

export type Value = string | number | boolean | Buffer | null

/** Characters collected before they are written. */
const bufferSize = 1 << 20

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Formats a value for COPY's text format. */
function formatValue(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '')
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return typeof value === 'number' ? String(value) : `\\\\x${value.toString('hex')}`
}

/** A file with the rows of one table, in the format of COPY. */
export class CopyFile {
  readonly table: string
  readonly columns: string[]
  readonly path: string
  #file: number
  #buffer = ''

  constructor(folder: string, table: string, columns: string[]) {
    this.table = table
    this.columns = columns
    this.path = path.join(folder, `${table}.copy`)
    this.#file = fs.openSync(this.path, 'w', 0o644)
  }

  addRow(...values: Value[]): void {
    this.#buffer += `${values.map(formatValue).join('\t')}\n`
    if (this.#buffer.length > bufferSize) this.#flush()
  }

  close(): void {
    this.#flush()
    fs.closeSync(this.#file)
  }

  #flush(): void {
    fs.writeSync(this.#file, this.#buffer)
    this.#buffer = ''
  }
}
