import { type InfiniteData, infiniteQueryOptions, type QueryMeta } from '@tanstack/react-query'
import type { CallName } from '#contract/call-paths.ts'
import type { Input, Output } from '#contract/calls.ts'
import { call } from './api.ts'
import { preloadedFirstPage } from './preloaded-data.ts'

type CursorPage = { next_cursor: string | null }

/** Calls that return one page of a list and the cursor of the next. */
type CursorCall = { [Name in CallName]: Output<Name> extends CursorPage ? Name : never }[CallName]

type CursorOptions<Name extends CursorCall, Page> = {
  /** Converts a reply into the page that is cached; by default it is the reply. */
  toPage?: (reply: Output<Name>, isFirst: boolean) => Page
  /** The server may have put the first page into the HTML. */
  isPreloaded?: boolean
  meta?: QueryMeta
  staleTime?: number | ((query: { state: { dataUpdateCount: number } }) => number)
  refetchOnReconnect?: boolean
  refetchOnWindowFocus?: boolean
  retry?: boolean
}

/** Query options of a list that the server returns page by page. */
export function cursorQuery<Name extends CursorCall, Page extends CursorPage = Output<Name>>(
  queryKey: readonly unknown[],
  name: Name,
  input: Input<Name>,
  { toPage = (reply) => reply as unknown as Page, isPreloaded, ...options }: CursorOptions<Name, Page> = {},
) {
  return infiniteQueryOptions<Page, Error, InfiniteData<Page>, readonly unknown[], string>({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      toPage(await call(name, { ...input, ...(pageParam && { cursor: pageParam }) }, signal), pageParam === ''),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    ...(isPreloaded && preloadedFirstPage(name, input, (reply) => toPage(reply, true))),
    ...options,
  })
}
