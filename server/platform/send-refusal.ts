import type { FastifyReply } from 'fastify'
import type { Refusal } from './refusal.ts'

/** Sends a refusal in the one shape of the contract. */
export function sendRefusal(reply: FastifyReply, { status, message, retryAfterSeconds }: Refusal): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.status(status).header('cache-control', 'no-store').send({ success: false, error: message })
}
