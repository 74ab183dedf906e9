import type { FastifyInstance } from 'fastify'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

/**
 * Calls that may be in hand at once. With the database's few connections and about a millisecond for most of them,
 * the last of these waits for less than half a second: who would wait longer is better told at once to come back.
 */
export const inHandLimit = 256
/** Seconds, at most, after which who was refused may try again: not all at the same moment. */
const comeBackWithin = 3

/**
 * Refuses calls early, with 503 and Retry-After, while as many as can be answered soon are in hand. A call is in hand
 * from when it has arrived whole, so that slow senders hold up nobody, until its reply has left or its client has.
 */
export function refuseWhenFull(app: FastifyInstance): void {
  let inHand = 0
  app.addHook('onRequest', async ({ url }) => {
    if (inHand >= inHandLimit && url.startsWith('/api/')) throw new Refusal(503, platformText.unavailable, 1 + Math.floor(Math.random() * comeBackWithin))
  })
  app.addHook('preHandler', async ({ url }, reply) => {
    if (!url.startsWith('/api/') || url.startsWith('/api/events')) return
    inHand++
    reply.raw.once('close', () => inHand--)
  })
}
