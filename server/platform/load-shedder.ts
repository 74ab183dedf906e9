import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import { platformText } from './platform.text.ts'
import { addressKey } from './rate-limit.ts'

/**
 * Calls in flight above which further ones are rejected. With the few database connections and about a millisecond for
 * most calls, the last of these waits less than half a second: a client that would wait longer had better retry.
 */
const maxInFlightOfOne = 256
/** Two processes and more divide this among them, because they share database and cores, down to a minimum. */
const maxInFlightOfAll = 512
const minMaxInFlight = 64

/** @returns calls in flight above which each of so many processes rejects further ones. */
const maxInFlightOf = (processes: number): number =>
  Math.min(maxInFlightOfOne, Math.max(minMaxInFlight, Math.floor(maxInFlightOfAll / processes)))

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

/** Counts the calls in flight of each address. */
export class CallsInFlight {
  total = 0
  /** Above this an address is held to its share, so that the other half is free for others. */
  readonly sharedFrom: number
  private readonly maxInFlight: number
  private readonly byAddress = new Map<string, number>()

  constructor(processes = 1) {
    this.maxInFlight = maxInFlightOf(processes)
    this.sharedFrom = this.maxInFlight / 2
  }

  add(address: string): void {
    this.total++
    this.byAddress.set(address, this.of(address) + 1)
  }

  remove(address: string): void {
    this.total--
    const left = this.of(address) - 1
    if (left > 0) this.byAddress.set(address, left)
    else this.byAddress.delete(address)
  }

  /** Whether there is room for another call of an address: any, while few are in flight, afterwards its equal share. */
  hasRoomFor(address: string): boolean {
    if (this.total < this.sharedFrom) return true
    const addresses = this.byAddress.size + (this.byAddress.has(address) ? 0 : 1)
    return this.total < this.maxInFlight && this.of(address) < this.maxInFlight / Math.max(addresses, 2)
  }

  private readonly of = (address: string): number => this.byAddress.get(address) ?? 0
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
 * Rejects calls with 503 and Retry-After while too many are in flight, before Fastify reads anything of them: rejecting
 * a crowd that retries must cost less than the calls that it would displace. What is in flight is shared out by
 * address, so that one client cannot keep the others out. A call is in flight from when its body has arrived, so that
 * slow senders block nobody, until its reply has been sent or its client has left.
 */
export function createLoadShedder(log: Log, { trustProxy, processes }: { trustProxy: boolean; processes: number }) {
  const calls = new CallsInFlight(processes)
  let rejected = 0
  let quietUntil = 0
  const hasRoomFor = (request: IncomingMessage) => {
    if (calls.total < calls.sharedFrom || calls.hasRoomFor(addressKey(clientAddress(request, trustProxy)))) return true
    rejected++
    if (Date.now() > quietUntil) {
      quietUntil = Date.now() + logIntervalMs
      log.warn({ inFlight: calls.total, rejected }, 'overloaded: some calls are rejected')
    }
    return false
  }
  return {
    /** Calls in flight now, and rejected since the start. */
    counts: () => ({ inFlight: calls.total, rejected }),
    serverFactory(handle: Handle, { keepAliveTimeout, requestTimeout, connectionTimeout }: Timeouts): Server {
      const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
        if (isCall(request.url) && !hasRoomFor(request)) reject(response)
        else handle(request, response)
      })
      return server.setTimeout(connectionTimeout)
    },
    /** A hook for the routes of calls. Streams and downloads last as long as their clients like: they do not count. */
    async trackInFlight({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
      const address = addressKey(ip)
      calls.add(address)
      reply.raw.once('close', () => calls.remove(address))
    },
  }
}
