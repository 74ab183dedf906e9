import net from 'node:net'
import { percentilesOf, type Figures } from './report.ts'

const endOfHead = '\r\n\r\n'
const replyTimeoutMs = 120_000

/**
 * Finds the ends of HTTP replies on a connection without pipelining, and parses nothing but status and length: a client
 * that costs more would take the CPU that the server is measured with.
 */
export class ReplyReader {
  #onReply: (status: number) => void
  #head = ''
  /** Bytes of the body that are still to come; null while the head is read. */
  #missing: number | null = null
  #isChunked = false
  #status = 0

  constructor(onReply: (status: number) => void) {
    this.#onReply = onReply
  }

  read(chunk: Buffer): void {
    const text = chunk.toString('latin1')
    if (this.#missing !== null) return this.#readBody(text)
    this.#head += text
    const end = this.#head.indexOf(endOfHead)
    if (end < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head.slice(0, end))?.[1]
    this.#status = Number(this.#head.slice(9, 12))
    this.#isChunked = length === undefined
    this.#missing = Number(length ?? Infinity)
    const body = this.#head.slice(end + endOfHead.length)
    this.#head = ''
    this.#readBody(body)
  }

  #readBody(text: string): void {
    if (this.#isChunked) this.#head = (this.#head + text).slice(-5)
    else this.#missing = (this.#missing ?? 0) - text.length
    if (this.#isChunked ? this.#head !== '0\r\n\r\n' : (this.#missing ?? 0) > 0) return
    this.#missing = null
    this.#head = ''
    this.#onReply(this.#status)
  }
}

/** An HTTP request with a session cookie, as text. @param body is sent as JSON. */
export function formatRequest(path: string, token: string, body?: object): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: sid=${token}`,
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate, br',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
  ]
  return `${head.join('\r\n')}${endOfHead}${json}`
}

export type LoadInput = { connections: number; seconds: number; requests: string[] }

/**
 * Sends the requests in turn for so long, one after the other on each connection, after a quarter of that time that is
 * not measured. Throws when a reply is not 200.
 */
export async function load(url: string, { connections, seconds, requests }: LoadInput): Promise<Figures> {
  const port = Number(new URL(url).port)
  const fromMs = performance.now() + seconds * 250
  const untilMs = fromMs + seconds * 1000
  const timesMs: number[] = []
  let next = 0
  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1').setNoDelay(true)
      let sentAtMs = 0
      const send = () => {
        sentAtMs = performance.now()
        socket.write(requests[next++ % requests.length] ?? '')
      }
      const replies = new ReplyReader((status) => {
        const nowMs = performance.now()
        if (status !== 200) socket.destroy(new Error(`${url} replied ${status}`))
        else if (nowMs > untilMs) socket.end(resolve)
        else {
          if (nowMs >= fromMs) timesMs.push(nowMs - sentAtMs)
          send()
        }
      })
      socket.setTimeout(replyTimeoutMs, () => socket.destroy(new Error(`${url} did not reply`)))
      socket
        .on('data', (chunk) => replies.read(chunk))
        .once('connect', send)
        .once('error', reject)
        .once('close', resolve)
    })
  await Promise.all(Array.from({ length: connections }, runConnection))
  return { perSecond: timesMs.length / seconds, ...percentilesOf(timesMs) }
}
