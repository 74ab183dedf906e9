import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultBodyLimitBytes } from './call-route.ts'
import { platformText } from './platform.text.ts'
import { addressKey } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import { SharedCapacity } from './shared-capacity.ts'

/**
 * Bytes of large bodies that are being received or worked on: ten of the longest videos, as many as wait for their
 * turn, of which one address may send five. Memory holds them, and a client may take four minutes to send one.
 */
const maxBytes = 256 * 1024 * 1024
const retryAfterSeconds = 5

/** Bytes that a body may have, as it is announced. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = defaultBodyLimitBytes } = routeOptions
  return Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit)
}

/** Refuses large bodies with 503, before anything of them is read, while too many are being received. */
export function limitBodies(app: FastifyInstance): void {
  const bytesInFlight = new SharedCapacity(maxBytes)
  app.addHook('onRequest', async (request, { raw }) => {
    const bytes = announcedBytes(request)
    if (bytes <= defaultBodyLimitBytes) return
    const address = addressKey(request.ip)
    if (!bytesInFlight.hasRoomFor(address)) throw new Refusal(503, platformText.unavailable, retryAfterSeconds)
    bytesInFlight.add(address, bytes)
    raw.once('close', () => bytesInFlight.remove(address, bytes))
  })
}
