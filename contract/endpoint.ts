import type * as z from 'zod'
import type { FailureStatus } from './errors.ts'
import type { TokenScope } from './token-scopes.ts'

/**
 * One call as both sides see it.
 * `viewer` calls need a session; `moderator` and `administrator` calls answer 404 to everybody else. An administrator is
 * a moderator as well.
 */
export type Endpoint = {
  readonly summary: string
  /** `POST auth/login` is served at `/api/auth/login.php`. The browser has it from `generated-call-paths.ts`. */
  readonly path: `${'GET' | 'POST'} ${string}`
  readonly access: 'public' | 'viewer' | 'moderator' | 'administrator'
  /**
   * The scope that a personal access token needs. Null: only a session will do. That is so for everything with which an
   * account could be taken over, or others could see more of it: sign-in, profile, settings, devices, followers, blocks,
   * moderation, administration. `editPost` opens a post for followers to everybody in a session only.
   */
  readonly scope: TokenScope | null
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly errors?: readonly FailureStatus[]
  /**
   * The input field in which clients of the original interface repeat who they are. It is compared with the session
   * and never believed: another id answers 403.
   */
  readonly actingAs?: string
  /**
   * A page asks again and again: the reply has an ETag of its content, and a client that sends it as If-None-Match gets
   * a 304 without a body while the content is the same. The browser keeps no copy; the page keeps the reply it shows.
   */
  readonly isPolled?: true
  /**
   * A list of the original interface, which knows no pages: a request without `limit`, `offset` and `cursor` gets up to
   * 100 rows, not a page of 10.
   */
  readonly isWholeList?: true
  /** Largest request body in bytes; 64 kB by default. */
  readonly bodyLimit?: number
}
