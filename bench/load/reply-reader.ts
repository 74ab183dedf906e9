const endOfHead = Buffer.from('\r\n\r\n')
const endOfChunks = '0\r\n\r\n'

/** Finds where answers end on a connection that carries one at a time, and looks at nothing else of them. */
export class ReplyReader {
  #answered: (status: number, bytes: number) => void
  #head: Buffer | null = null
  /** Bytes of the body that are still to come; null while the head is read. */
  #missing: number | null = null
  #chunked = false
  #tail = ''
  #status = 0
  #length = 0

  constructor(answered: (status: number, bytes: number) => void) {
    this.#answered = answered
  }

  read(chunk: Buffer): void {
    if (this.#missing !== null) return this.#readBody(chunk)
    const all = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = all.indexOf(endOfHead)
    if (end < 0) {
      this.#head = all
      return
    }
    const head = all.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#head = null
    this.#tail = ''
    this.#status = Number(head.slice(9, 12))
    this.#chunked = length === undefined
    this.#missing = Number(length ?? Infinity)
    this.#length = 0
    this.#readBody(all.subarray(end + endOfHead.length))
  }

  #readBody(chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#chunked) {
      this.#tail = (this.#tail + chunk.toString('latin1', Math.max(0, chunk.length - endOfChunks.length))).slice(
        -endOfChunks.length,
      )
      if (this.#tail !== endOfChunks) return
    } else {
      this.#missing = (this.#missing ?? 0) - chunk.length
      if (this.#missing > 0) return
    }
    this.#missing = null
    this.#answered(this.#status, this.#length)
  }
}
