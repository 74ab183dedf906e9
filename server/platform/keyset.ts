import { Refusal } from './refusal.ts'
import { platformText } from './platform.text.ts'

// Keyset pagination by descending id: the cursor is the last id of the page before. `call-route.ts` encrypts it.

/** Above all ids: the first page. */
const maxId = Number.MAX_SAFE_INTEGER

/** Returns the id below which a page begins. Throws a Refusal 400 for an invalid cursor. */
function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return maxId
  const id = Number(cursor)
  if (!Number.isSafeInteger(id) || id <= 0) throw new Refusal(400, platformText.badCursor)
  return id
}

/** The paging input of a call (contract/paging.ts). */
export type PageRequest = { cursor?: string | undefined; offset: number; limit: number }

/** The paging parameters of a list statement. */
export type PageParameters = {
  /** The id below which rows begin. */
  before: number
  /** One row more than the page has: then there is a next page. */
  limit: number
  /** How many rows to skip. */
  offset: number
}

/** Returns the paging parameters of a list statement. Throws a Refusal 400. */
export const readPage = ({ cursor, offset, limit }: PageRequest): PageParameters => ({
  before: decodeCursor(cursor),
  limit: limit + 1,
  offset: cursor === undefined ? offset : 0,
})

/** Cuts the page out of rows that were selected with one more than `limit`. */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  idOf: (row: Row) => number,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last !== undefined ? String(idOf(last)) : null }
}
