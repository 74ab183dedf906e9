import * as z from 'zod'

/** Rows that a page has when nobody says (spec section 9). */
export const pageSize = 10

/** A page by `cursor` (the `next_cursor` of the page before), or, as the spec's client asks, by `offset`. */
export const pageInput = {
  cursor: z.string().max(200).optional(),
  offset: z.coerce.number<number>().int().min(0).max(10_000).default(0),
  limit: z.coerce.number<number>().int().min(1).max(50).default(pageSize),
}

/** Opaque; null after the last page. */
export const nextCursor = z.string().nullable()
