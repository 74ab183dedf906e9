import { Refusal } from '#server/platform/refusal.ts'

/** The measured kinds of work, each with names of its own. */
export type WorkKind = 'call' | 'query' | 'job' | 'picture' | 'push' | 'mail' | 'store'

/** How work ended. `refused`: with a refusal that is not the server's fault, or with the result `false`. */
export type Outcome = 'done' | 'refused' | 'failed'

/** Figures that are read when somebody asks for them. */
export type Figure =
  | 'callsInFlight'
  | 'callsShed'
  | 'openStreams'
  | 'feedCacheHits'
  | 'feedCacheMisses'
  | 'connections'
  | 'idleConnections'
  | 'waitingForConnection'

/** A reply to a request: `route` is the pattern of its route, undefined where there is none. */
type SentReply = { route: string | undefined; status: number; seconds: number }

/**
 * The measurements of a process about its own work. Names and routes come from the code, never from a request: nothing
 * of a person, place or position can be in them.
 */
export type Telemetry = {
  /** Runs work, and measures it. */
  measure: <Result>(kind: WorkKind, name: string, work: () => Promise<Result>) => Promise<Result>
  countReply: (reply: SentReply) => void
  /** Registers how to read figures. */
  read: (figures: Partial<Record<Figure, () => number>>) => void
}

/** Measures nothing: the ordinary start pays nothing. */
export const noTelemetry: Telemetry = {
  measure: (_kind, _name, work) => work(),
  countReply: () => undefined,
  read: () => undefined,
}

export const outcomeOf = (result: unknown): Outcome => (result === false ? 'refused' : 'done')

export const outcomeOfError = (error: unknown): Outcome =>
  error instanceof Refusal && error.status < 500 ? 'refused' : 'failed'
