import { Refusal } from './refusal.ts'
import { platformText } from './platform.text.ts'

/** Lists by descending id: the cursor is the last id shown. */
const fromTheNewest = Number.MAX_SAFE_INTEGER

/** @returns below which id a page begins. Throws a Refusal 400 for a cursor that is not one of ours. */
function readKeyset(cursor: string | undefined): number {
  if (cursor === undefined) return fromTheNewest
  const id = Number(Buffer.from(cursor, 'base64url').toString())
  if (!Number.isSafeInteger(id) || id <= 0) throw new Refusal(400, platformText.badRequest)
  return id
}

/** A page as a call asks for it (contract/paging.ts). */
export type PageRequest = { cursor?: string | undefined; offset: number; limit: number }

/** @returns what a list statement wants: below which id, how many rows (one more than the page), past how many. Throws a Refusal 400. */
export const readPage = ({ cursor, offset, limit }: PageRequest): [before: number, rows: number, offset: number] => [
  readKeyset(cursor),
  limit + 1,
  cursor === undefined ? offset : 0,
]

const writeKeyset = (id: number): string => Buffer.from(String(id)).toString('base64url')

/** Cuts a page out of rows that were asked for with one more than the limit. */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  idOf: (row: Row) => number,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last !== undefined ? writeKeyset(idOf(last)) : null }
}
