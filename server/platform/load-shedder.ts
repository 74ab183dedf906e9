import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import { platformText } from './platform.text.ts'

/**
 * Calls in flight above which further ones are rejected. With the few database connections and about a millisecond for
 * most calls, the last of these waits less than half a second: a client that would wait longer had better retry.
 */
const maxInFlight = 256
/** Retry-After is random, from one second to this, so that rejected clients do not all return at once. */
const maxRetryAfterSeconds = 3
const logIntervalMs = 10_000

type Handle = (request: IncomingMessage, response: ServerResponse) => void
/** Milliseconds. */
type Timeouts = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

const isCall = (url: string | undefined) => url?.startsWith('/api/') === true
const body = JSON.stringify({ success: false, error: platformText.unavailable })

function reject(response: ServerResponse): void {
  response.writeHead(503, {
    'retry-after': String(1 + Math.floor(Math.random() * maxRetryAfterSeconds)),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

/**
 * Rejects calls with 503 and Retry-After while too many are in flight, before Fastify reads anything of them: rejecting
 * a crowd that retries must cost less than the calls that it would displace. A call is in flight from when its body has
 * arrived, so that slow senders block nobody, until its reply has been sent or its client has left.
 */
export function createLoadShedder(log: Log) {
  let inFlight = 0
  let rejected = 0
  let quietUntil = 0
  const isOverloaded = () => {
    if (inFlight < maxInFlight) return false
    rejected++
    if (Date.now() > quietUntil) {
      quietUntil = Date.now() + logIntervalMs
      log.warn({ inFlight, rejected }, 'overloaded: some calls are rejected')
    }
    return true
  }
  return {
    serverFactory(handle: Handle, { keepAliveTimeout, requestTimeout, connectionTimeout }: Timeouts): Server {
      const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
        if (isCall(request.url) && isOverloaded()) reject(response)
        else handle(request, response)
      })
      return server.setTimeout(connectionTimeout)
    },
    /** A hook for the routes of calls. Streams and downloads last as long as their clients like: they do not count. */
    async trackInFlight(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
      inFlight++
      reply.raw.once('close', () => inFlight--)
    },
  }
}
