import type { CallName } from '#contract/call-paths.ts'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxPageOffset } from '#contract/limits.ts'
import { asksForPage, type Received } from './received-input.ts'
import type { RequestKind } from './request-kinds.ts'

/** At most `points` within `seconds`. Short times, so that nobody can ask for the share of a minute at once. */
type Limit = { points: number; seconds: number }

/**
 * Ten ordinary reads a second for an account: a page makes five, and somebody who scrolls fast makes three a second.
 * For an address as many as for ten accounts.
 */
export const readLimits = {
  account: { points: 200, seconds: 20 },
  address: { points: 1000, seconds: 10 },
} as const satisfies Record<string, Limit>

/**
 * What one address may request that is no call. Five people behind one address who all do the most that a hand can do:
 * - open two pages a second each: 100 in ten seconds;
 * - scroll through three pages of the feed a second each, with ten photos (which count twice) and ten faces a page: 450 a
 *   second; or zoom twice a second on a map that asks for forty tiles a time: 400, of which the browser keeps all.
 */
export const requestLimits: Partial<Record<RequestKind, Limit>> = {
  document: { points: 60, seconds: 10 },
  page: { points: 200, seconds: 10 },
  file: { points: 2500, seconds: 5 },
  stream: { points: 100, seconds: 10 },
  download: { points: 20, seconds: 10 },
  health: { points: 200, seconds: 10 },
}
/** A large file counts once more for each of these. A photo as a phone shows it has some 80 kB. */
export const bytesPerPoint = 64 * 1024

/** What a read costs at worst, as a multiple of a page of the feed, roughly. Others cost one. */
const costs: Partial<Record<CallName, number>> = {
  searchPosts: 5,
  search: 3,
  searchHashtags: 3,
  getPlaceEvents: 5,
  getFollowedEvents: 5,
  getAreaEvents: 5,
  searchEvents: 5,
  getComments: 3,
}
/** Rows that are read to be skipped, which cost as much as a page of the feed. */
const skippedRowsPerPoint = 100

/** A whole list: at least a hundred rows, of posts or of people. */
const wholeListCost = 5

/** @param received the input as it came, not parsed yet. */
export function costOfRead(call: CallName, received: Received): number {
  const { isWholeList }: Endpoint = calls[call]
  const cost = costs[call] ?? 1
  const skipped = Math.min(Math.max(Number(received.offset) || 0, 0), maxPageOffset)
  return (
    (isWholeList && !asksForPage(received) ? Math.max(cost, wholeListCost) : cost) +
    Math.floor(skipped / skippedRowsPerPoint)
  )
}
