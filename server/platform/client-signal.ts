import type { FastifyReply } from 'fastify'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

/** Returns a signal that is aborted when the client leaves before it has its reply. */
export function signalOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Refusal(503, platformText.unavailable))
  })
  return controller.signal
}
