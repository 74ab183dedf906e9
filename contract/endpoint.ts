import type * as z from 'zod'
import type { FailureStatus } from './errors.ts'

/**
 * One call as both sides see it. Its method and path are in `call-paths.ts` under the same name.
 * `viewer` calls need a session; `moderator` and `administrator` calls answer 404 to everybody else. An administrator is
 * a moderator as well.
 */
export type Endpoint = {
  readonly summary: string
  readonly access: 'public' | 'viewer' | 'moderator' | 'administrator'
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
  /** Largest request body in bytes; 64 kB by default. */
  readonly bodyLimit?: number
}
