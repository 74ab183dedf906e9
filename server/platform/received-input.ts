import type * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

export type Received = Record<string, unknown>

/** What programs send for a value that they do not have: `user_id=${user?.id}`, `lat=${localStorage.getItem('lat')}`. */
const absentValues: readonly unknown[] = [null, '', 'null', 'undefined']

type Definition = { type: string; innerType?: z.ZodType }
function isNumber(schema: z.ZodType): boolean {
  const { type, innerType }: Definition = schema.def
  return innerType ? isNumber(innerType) : type === 'number'
}

/** Returns a function that leaves out absent ids, coordinates and other numbers, which would count as 0, and cursors. */
export function createAbsentFilter({ input }: Pick<Endpoint, 'input'>): (received: Received) => Received {
  const fields = Object.keys(input.shape).filter(
    (field) => field === 'cursor' || isNumber(input.shape[field] as z.ZodType),
  )
  return (received) => {
    // The body may be any JSON.
    if (typeof received !== 'object') return received
    const absent = fields.filter((field) => field in received && absentValues.includes(received[field]))
    if (absent.length === 0) return received
    return Object.fromEntries(Object.entries(received).filter(([field]) => !absent.includes(field)))
  }
}

/** Whether a request asks for a part of a list. */
export const asksForPage = ({ limit, offset, cursor }: Received): boolean =>
  [limit, offset, cursor].some((value) => value !== undefined)
