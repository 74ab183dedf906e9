import { FinalFailure } from '#server/platform/final-failure.ts'
import type { JobName } from '#server/platform/job-payloads.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** How an attempt at a job ended. `refused`: with a refusal that is not the server's fault. */
export type Outcome = 'done' | 'refused' | 'failed'

/** A reply to a request: `route` is the pattern of its route, undefined where there is none. */
type SentReply = { route: string | undefined; status: number; seconds: number }

type JobAttempt = { kind: JobName; outcome: Outcome; seconds: number }

/** A figure that is read when somebody asks for the metrics. */
type Figure = { type: 'gauge' | 'counter'; name: string; help: string; read: () => number }

/**
 * The measurements of a server about its own work. Names and routes come from the code, never from a request: nothing
 * of a person, place or position can be in them.
 */
export type Telemetry = {
  countReply: (reply: SentReply) => void
  countJob: (attempt: JobAttempt) => void
  show: (figure: Figure) => void
}

/** Measures nothing: the ordinary start pays nothing. */
export const noTelemetry: Telemetry = {
  countReply: () => undefined,
  countJob: () => undefined,
  show: () => undefined,
}

export const outcomeOfError = (error: unknown): Outcome =>
  error instanceof FinalFailure || (error instanceof Refusal && error.status < 500) ? 'refused' : 'failed'
