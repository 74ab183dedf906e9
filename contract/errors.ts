import * as z from 'zod'

/** The statuses with which a call may refuse. */
export const failureStatuses = [400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503] as const
export type FailureStatus = (typeof failureStatuses)[number]

/** The body of every refusal: one Italian sentence. */
export const failure = z.object({ success: z.literal(false), error: z.string() })
export type Failure = z.output<typeof failure>
