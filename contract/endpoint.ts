import type * as z from 'zod'
import type { FailureStatus } from './errors.ts'

/**
 * One call as both sides see it; its method and path stand in `paths.ts` under the same name.
 * `viewer` calls need a session; `moderator` calls are not there for anybody else (404). `actingAs` names the input field in which clients of the
 * original interface repeat who they are: it is checked against the session, never believed.
 */
export type Endpoint = {
  readonly summary: string
  readonly access: 'public' | 'viewer' | 'moderator'
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly errors?: readonly FailureStatus[]
  readonly actingAs?: string
  /** Largest request body in bytes, where the house's default (64 kB) is too small. */
  readonly bodyLimit?: number
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition
