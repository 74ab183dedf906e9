import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import { platformText } from './platform.text.ts'
import { addressKey } from './rate-limit.ts'
import { kindOf, type RequestKind } from './request-kinds.ts'
import { SharedCapacity } from './shared-capacity.ts'

/**
 * Calls, pages and documents in flight above which further ones are rejected. With the few database connections and about a millisecond for
 * most calls, the last of these waits less than half a second: a client that would wait longer had better retry.
 */
export const maxInFlight = 256

/**
 * Files are counted apart, and more of them may be in flight: a slow line takes a second for a picture, and keeps
 * nobody's call waiting.
 */
const fileAllowance = 4

/** Retry-After is random, from one second to this, so that rejected clients do not all return at once. */
const maxRetryAfterSeconds = 3
const logIntervalMs = 10_000

type Handle = (request: IncomingMessage, response: ServerResponse) => void
/** Milliseconds. */
type Timeouts = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

/**
 * How long a refusal waits. A client that asks again without pause over 100 connections then costs 330 refusals a
 * second, not as many as the machine can send.
 */
export const refusalDelayMs = 300

function reject(request: IncomingMessage, response: ServerResponse): void {
  const isPage = kindOf(request.url ?? '') === 'page'
  response.writeHead(503, {
    'retry-after': String(1 + Math.floor(Math.random() * maxRetryAfterSeconds)),
    'content-type': `${isPage ? 'text/plain' : 'application/json'}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(isPage ? platformText.unavailable : JSON.stringify({ success: false, error: platformText.unavailable }))
}

/**
 * The address of a client before Fastify has parsed the request; `request.ip` afterwards is the same.
 * @param trustProxy whether the proxy in front has appended the address that it saw.
 */
function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  return forwarded.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '')
}

/**
 * Rejects requests with 503 and Retry-After while too many are in flight, before Fastify reads anything of them:
 * rejecting a crowd that retries must cost less than the requests that it would displace. What is in flight is shared
 * out by address, so that one client cannot keep the others out. A request is in flight from when its body has arrived,
 * so that slow senders block nobody, until its reply has been sent or its client has left.
 */
export function createLoadShedder(log: Log, { trustProxy }: { trustProxy: boolean }) {
  const work = new SharedCapacity(maxInFlight)
  const files = new SharedCapacity(maxInFlight * fileAllowance)
  const countedWith = (kind: RequestKind) => (kind === 'file' ? files : work)
  const releases = new WeakMap<ServerResponse, () => void>()
  let rejected = 0
  let quietUntil = 0
  const hasRoomFor = (request: IncomingMessage) => {
    const kind = kindOf(request.url ?? '')
    const counted = countedWith(kind)
    if (kind === 'health' || counted.total < counted.sharedFrom) return true
    if (counted.hasRoomFor(addressKey(clientAddress(request, trustProxy)))) return true
    rejected++
    if (Date.now() > quietUntil) {
      quietUntil = Date.now() + logIntervalMs
      log.warn({ inFlight: counted.total, rejected }, 'overloaded: some requests are rejected')
    }
    return false
  }
  return {
    /** Requests in flight now, and rejected since the start. */
    counts: () => ({ inFlight: work.total + files.total, rejected }),
    serverFactory(handle: Handle, { keepAliveTimeout, requestTimeout, connectionTimeout }: Timeouts): Server {
      const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
        if (hasRoomFor(request)) handle(request, response)
        else setTimeout(reject, refusalDelayMs, request, response)
      })
      return server.setTimeout(connectionTimeout)
    },
    /** Counts a request until its reply has been sent, or `release` is called. */
    track(kind: RequestKind, { ip }: FastifyRequest, { raw }: FastifyReply): void {
      const address = addressKey(ip)
      const counted = countedWith(kind)
      counted.add(address)
      const release = () => {
        if (releases.delete(raw)) counted.remove(address)
      }
      releases.set(raw, release)
      raw.once('close', release)
    },
    /** For a reply that only waits. */
    release: ({ raw }: FastifyReply) => releases.get(raw)?.(),
  }
}
export type LoadShedder = ReturnType<typeof createLoadShedder>
