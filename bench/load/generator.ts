// Runs in its own process, so that its CPU time is not the server's: reads a job, sends requests, prints the result.
import net from 'node:net'
import { text } from 'node:stream/consumers'
import type { LoadJob, LoadResult } from './load.ts'
import { ReplyReader } from './reply-reader.ts'

const job = JSON.parse(await text(process.stdin)) as LoadJob
/** Requests in flight at the end are waited for, so that they do not disturb the next measurement. */
const replyTimeoutMs = 120_000
const requests = job.requests.map((request) => Buffer.from(request))
const warmUntilMs = performance.now() + job.warmupSeconds * 1000
const untilMs = warmUntilMs + job.seconds * 1000

const timesMs: number[] = []
const refused: Record<string, number> = {}
let nextRequest = 0
let cpuAtStart = process.cpuUsage()

/** Opens a connection and sends one request after the other until the end. */
function runConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(job.port, '127.0.0.1')
    let sentAtMs = 0
    const sendNext = () => {
      const request = requests[nextRequest++ % requests.length]
      if (!request) return reject(new Error('no request to send'))
      sentAtMs = performance.now()
      socket.write(request)
    }
    const replies = new ReplyReader((status) => {
      const nowMs = performance.now()
      if (status !== 200) refused[status] = (refused[status] ?? 0) + 1
      else if (nowMs >= warmUntilMs && nowMs <= untilMs) timesMs.push(nowMs - sentAtMs)
      if (nowMs < untilMs) sendNext()
      else socket.end(resolve)
    })
    socket.setNoDelay(true).setTimeout(replyTimeoutMs, () => socket.destroy(new Error('no reply')))
    socket
      .on('data', (chunk: Buffer) => replies.read(chunk))
      .once('connect', sendNext)
      .once('error', reject)
      .once('close', resolve)
  })
}

setTimeout(() => {
  cpuAtStart = process.cpuUsage()
}, job.warmupSeconds * 1000)
await Promise.all(Array.from({ length: job.connections }, runConnection))
const { user, system } = process.cpuUsage(cpuAtStart)
const sorted = timesMs.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const result: LoadResult = {
  replies: timesMs.length,
  refused,
  perSecond: timesMs.length / job.seconds,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
  generatorCpuMs: (user + system) / 1000 / (timesMs.length || 1),
}
process.stdout.write(JSON.stringify(result))
