import type { FastifyReply } from 'fastify'
import type { Refusal } from './refusal.ts'

/** Whether a browser shows the reply to a person: its sentence alone is the page. */
const isPage = ({ request: { url, headers } }: FastifyReply, status: number) =>
  (status === 429 || status === 503) && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

/** Sends a refusal in the one shape of the contract. */
export function sendRefusal(reply: FastifyReply, { status, message, retryAfterSeconds }: Refusal): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.status(status).header('cache-control', 'no-store')
  if (isPage(reply, status)) return reply.type('text/plain; charset=utf-8').send(message)
  return reply.send({ success: false, error: message })
}
