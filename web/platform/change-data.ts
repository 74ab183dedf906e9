import type { InfiniteData, QueryFilters } from '@tanstack/react-query'
import { onceIdle, queryClient } from './query-client.ts'

/**
 * Changes the cached data of the matching queries. If one of them is being fetched, the change is made again when the
 * fetch ends: TanStack Query appends a next page to the pages as they were when it was requested, which would undo the
 * change. So `update` must be idempotent. If another fetch has replaced that one, the change is not made again: that
 * fetch began later, and its data is newer. The age of the data and a failed fetch keep their state, so that the next
 * page can still be retried.
 */
export function changeData<Data>(filters: QueryFilters, update: (data: Data) => Data) {
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    const change = () => {
      const { status, error, dataUpdatedAt } = query.state
      queryClient.setQueryData<Data>(query.queryKey, (data) => data && update(data), { updatedAt: dataUpdatedAt })
      if (status === 'error') query.setState({ status, error })
    }
    change()
    if (query.state.fetchStatus === 'idle') continue
    const { promise } = query
    onceIdle(queryClient.getQueryCache(), query, () => {
      // A failed fetch does not overwrite the change.
      if (query.promise === promise && query.state.status !== 'error') change()
    })
  }
}

/** Changes one list in every page of the matching queries, like `changeData`. */
export const changePages = <Key extends string, Item>(
  filters: QueryFilters,
  key: Key,
  change: (items: Item[], pageIndex: number) => Item[],
) =>
  changeData<InfiniteData<Record<Key, Item[]>>>(filters, (data) => ({
    ...data,
    pages: data.pages.map((page, index) => ({ ...page, [key]: change(page[key], index) })),
  }))
