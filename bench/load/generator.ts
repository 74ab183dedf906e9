// A process of its own, so that what it spends is not what is measured: reads one job, asks, writes what it saw.
import net from 'node:net'
import { text } from 'node:stream/consumers'
import type { Job, Seen } from './load.ts'
import { ReplyReader } from './reply-reader.ts'

const job = JSON.parse(await text(process.stdin)) as Job
/**
 * Milliseconds: who waits longer than this for an answer gets none. What is under way in the end is waited for, so that
 * it hinders nobody who is measured next.
 */
const patience = 120_000
const requests = job.requests.map((request) => Buffer.from(request))
const warmUntil = performance.now() + job.warmup * 1000
const until = warmUntil + job.seconds * 1000

const times: number[] = []
const refused: Record<string, number> = {}
let [asked, bytes, nextRequest] = [0, 0, 0]
let busy = process.cpuUsage()

function lane(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(job.port, '127.0.0.1')
    let from = 0
    const ask = () => {
      const request = requests[nextRequest++ % requests.length]
      if (!request) return reject(new Error('nothing to ask'))
      from = performance.now()
      socket.write(request)
    }
    const replies = new ReplyReader((status, length) => {
      const now = performance.now()
      asked++
      if (status !== 200) refused[status] = (refused[status] ?? 0) + 1
      else if (now >= warmUntil && now <= until) {
        times.push(now - from)
        bytes += length
      }
      if (now < until) ask()
      else socket.end(resolve)
    })
    socket.setNoDelay(true).setTimeout(patience, () => socket.destroy(new Error('no answer')))
    socket
      .on('data', (chunk: Buffer) => replies.read(chunk))
      .once('connect', ask)
      .once('error', reject)
      .once('close', resolve)
  })
}

setTimeout(() => {
  busy = process.cpuUsage()
}, job.warmup * 1000)
await Promise.all(Array.from({ length: job.connections }, lane))
const { user, system } = process.cpuUsage(busy)
const sorted = times.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const seen: Seen = {
  answered: times.length,
  asked,
  refused,
  perSecond: times.length / job.seconds,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
  longest: sorted.at(-1) ?? 0,
  bytes: bytes / (times.length || 1),
  ownCpu: (user + system) / 1000 / (times.length || 1),
}
process.stdout.write(JSON.stringify(seen))
