import * as z from 'zod'

/** HTTP statuses of refusals. */
const failureStatuses = [400, 401, 403, 404, 405, 409, 413, 415, 416, 429, 500, 503] as const
export type FailureStatus = (typeof failureStatuses)[number]

/** The body of a refusal; `error` is one Italian sentence. */
export const failure = z.object({ success: z.literal(false), error: z.string() })
