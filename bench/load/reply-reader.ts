const endOfHead = Buffer.from('\r\n\r\n')
const endOfChunks = '0\r\n\r\n'

/** Finds the ends of HTTP replies on a connection without pipelining, and parses nothing else but the status. */
export class ReplyReader {
  #onReply: (status: number) => void
  #head: Buffer | null = null
  /** Bytes of the body that are still to come; null while the head is read. */
  #missingBytes: number | null = null
  #isChunked = false
  #tail = ''
  #status = 0

  constructor(onReply: (status: number) => void) {
    this.#onReply = onReply
  }

  read(chunk: Buffer): void {
    if (this.#missingBytes !== null) return this.#readBody(chunk)
    const received = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = received.indexOf(endOfHead)
    if (end < 0) {
      this.#head = received
      return
    }
    const head = received.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#head = null
    this.#tail = ''
    this.#status = Number(head.slice(9, 12))
    this.#isChunked = length === undefined
    this.#missingBytes = Number(length ?? Infinity)
    this.#readBody(received.subarray(end + endOfHead.length))
  }

  #readBody(chunk: Buffer): void {
    if (this.#isChunked) {
      const lastBytes = chunk.toString('latin1', Math.max(0, chunk.length - endOfChunks.length))
      this.#tail = (this.#tail + lastBytes).slice(-endOfChunks.length)
      if (this.#tail !== endOfChunks) return
    } else {
      this.#missingBytes = (this.#missingBytes ?? 0) - chunk.length
      if (this.#missingBytes > 0) return
    }
    this.#missingBytes = null
    this.#onReply(this.#status)
  }
}
