import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

export type LoadJob = {
  port: number
  connections: number
  /** Raw HTTP requests, sent in turn. */
  requests: string[]
  seconds: number
  /** Seconds before that which are not measured. */
  warmupSeconds: number
}

/** Times in milliseconds. */
export type LoadResult = {
  replies: number
  /** Replies by status, other than 200; the warm-up included. */
  refused: Record<string, number>
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** CPU time of the load generator per request. */
  generatorCpuMs: number
}

const generator = path.join(import.meta.dirname, 'generator.ts')

type LoadInput = Omit<LoadJob, 'port' | 'warmupSeconds'> & { warmupSeconds?: number }

/** Sends requests from another process for this long. Throws when a reply is not 200. */
export async function load(url: string, input: LoadInput): Promise<LoadResult> {
  const child = spawn(process.execPath, [generator], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const job: LoadJob = { warmupSeconds: Math.min(1, input.seconds / 4), ...input, port: Number(new URL(url).port) }
  child.stdin.end(JSON.stringify(job))
  if ((await exitCode) !== 0) throw new Error(`the load generator failed on ${url}`)
  const result = JSON.parse(await output) as LoadResult
  if (Object.keys(result.refused).length > 0) throw new Error(`${url} refused: ${JSON.stringify(result.refused)}`)
  return result
}

type RequestInput = { token: string; method?: 'GET' | 'POST'; body?: string; headers?: string[] }

/**
 * Formats a raw HTTP request with a session cookie.
 * @param path with its query.
 * @param input the body is sent as JSON.
 */
export function formatRequest(path: string, { token, method = 'GET', body, headers = [] }: RequestInput): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: sid=${token}`,
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate, br',
    ...headers,
  ]
  if (body !== undefined) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
