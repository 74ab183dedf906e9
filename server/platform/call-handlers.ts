import type { Access, Output, Parsed } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import type { Viewer } from './viewer.ts'

/** The context that a handler gets besides its input. */
export type CallContext<Name extends CallName> = {
  viewer: Access<Name> extends 'public' ? Viewer | null : Viewer
  session: {
    token: string | undefined
    /** Sets the session cookie to a new session's token. */
    start: (token: string) => void
    /** Clears the session cookie. */
    end: () => void
  }
  /** The cookie of a browser that has signed in before. It opens nothing; see docs/decisions/0016. */
  device: {
    token: string | undefined
    /** Sets the cookie. */
    remember: (token: string) => void
    /** Clears the cookie. */
    forget: () => void
  }
  userAgent: string | undefined
  /** Whether the client runs on the same machine as the server, with nothing in between. */
  isFromThisMachine: boolean
  /** Aborted with a Refusal when the client leaves before its reply: long work for it may be dropped. */
  signal: AbortSignal
  /** Counts this attempt against an account that only the handler can name. Throws a Refusal 429. */
  countAttempt: (account: string) => Promise<void>
}

type Handler<Name extends CallName> = (input: Parsed<Name>, context: CallContext<Name>) => Promise<Output<Name>>

export type Handlers = { [Name in CallName]: Handler<Name> }
