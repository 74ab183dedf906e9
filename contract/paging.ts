import * as z from 'zod'
import { maxPageOffset } from './limits.ts'

/** Rows per page unless `limit` is sent (docs/product.md, "Limits and constants"). */
const pageSize = 10

/** A page by `cursor` (the previous page's `next_cursor`) or, for clients of the original interface, by `offset`. */
export const pageInput = {
  cursor: z.string().max(200).optional(),
  offset: z.coerce.number<number>().int().min(0).max(maxPageOffset).default(0),
  limit: z.coerce.number<number>().int().min(1).max(50).default(pageSize),
}

/** Opaque; null after the last page. */
export const nextCursor = z.string().nullable()
