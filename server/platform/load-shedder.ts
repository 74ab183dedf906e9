import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import { platformText } from './platform.text.ts'

/**
 * Calls that may be in hand at once. With the database's few connections and about a millisecond for most of them,
 * the last of these waits for less than half a second: who would wait longer is better told at once to come back.
 */
const inHandLimit = 256
/** Seconds, at most, after which who was turned away may try again: not all at the same moment. */
const comeBackWithin = 3
/** Milliseconds between two lines of the log about a full house. */
const saidEvery = 10_000

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type Timeouts = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

const isCall = (url: string | undefined) => url?.startsWith('/api/') === true
const body = JSON.stringify({ success: false, error: platformText.unavailable })

function turnAway(response: ServerResponse): void {
  response.writeHead(503, {
    'retry-after': String(1 + Math.floor(Math.random() * comeBackWithin)),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

/**
 * Turns calls away early, with 503 and Retry-After, while as many as can be answered soon are in hand. It happens before
 * anything else is looked at: a crowd that comes back again and again must cost less than what it keeps from being answered.
 * A call is in hand from when it has arrived whole, so that slow senders hold up nobody, until its reply or its client has left.
 */
export function createLoadShedder(log: Log) {
  let inHand = 0
  let turnedAway = 0
  let silentUntil = 0
  const isFull = () => {
    if (inHand < inHandLimit) return false
    turnedAway++
    if (Date.now() > silentUntil) {
      silentUntil = Date.now() + saidEvery
      log.warn({ inHand, turnedAway }, 'more calls than can be answered soon: some are turned away')
    }
    return true
  }
  return {
    serverFactory(handle: Handle, { keepAliveTimeout, requestTimeout, connectionTimeout }: Timeouts): Server {
      const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
        if (isCall(request.url) && isFull()) turnAway(response)
        else handle(request, response)
      })
      return server.setTimeout(connectionTimeout)
    },
    /** For each call of the contract, before its handler. Streams and downloads last as long as their client likes: they are not counted. */
    async takeInHand(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
      inHand++
      reply.raw.once('close', () => inHand--)
    },
  }
}
