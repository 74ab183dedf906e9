import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

export type Job = {
  port: number
  connections: number
  /** What is asked in turn, each as it goes over the wire. */
  requests: string[]
  seconds: number
  /** Seconds before, of which nothing is told. */
  warmup: number
}

/** Times in milliseconds. */
export type Seen = {
  answered: number
  /** With the warm-up. */
  asked: number
  /** By status. */
  refused: Record<string, number>
  perSecond: number
  p50: number
  p95: number
  p99: number
  longest: number
  /** Of a body, on average. */
  bytes: number
  /** What asking itself cost, per request. */
  ownCpu: number
}

const generator = path.join(import.meta.dirname, 'generator.ts')

/** Asks from another process for so long. Throws when something was refused. */
export async function load(url: string, job: Omit<Job, 'port' | 'warmup'> & { warmup?: number }): Promise<Seen> {
  const child = spawn(process.execPath, [generator], { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = text(child.stdout)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end(
    JSON.stringify({ warmup: Math.min(1, job.seconds / 4), ...job, port: Number(new URL(url).port) } satisfies Job),
  )
  if ((await ended) !== 0) throw new Error(`the load on ${url} broke off`)
  const seen = JSON.parse(await said) as Seen
  if (Object.keys(seen.refused).length > 0) throw new Error(`${url} refused: ${JSON.stringify(seen.refused)}`)
  return seen
}

type Asking = { token: string; method?: 'GET' | 'POST'; body?: string; type?: string }

/** A request as it goes over the wire. @param path with its query. */
export function request(path: string, { token, method = 'GET', body, type = 'application/json' }: Asking): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: sid=${token}`,
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate, br',
  ]
  if (body !== undefined) head.push(`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
