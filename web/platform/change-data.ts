import type { Query, QueryFilters } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Changes what several queries hold, and changes it again when a fetch that is under way
 * ends: a next page is put behind the pages as they were when it was asked for, and would
 * undo the change. So `update` must be one that can be made twice. The data's age stays, and so
 * does what failed: a next page that did not come can still be asked for again.
 */
export function changeData<Data>(filters: QueryFilters, update: (data: Data) => Data) {
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    const change = () => {
      const { status, error, dataUpdatedAt } = query.state
      queryClient.setQueryData<Data>(query.queryKey, (data) => data && update(data), { updatedAt: dataUpdatedAt })
      if (status === 'error') query.setState({ status, error })
    }
    change()
    if (query.state.fetchStatus !== 'idle') onceIdle(query, change)
  }
}

function onceIdle(query: Query, act: () => void) {
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.query !== query) return
    if (event.type === 'removed') stop()
    else if (query.state.fetchStatus === 'idle') {
      stop()
      // What did not come has undone nothing.
      if (query.state.status !== 'error') act()
    }
  })
}
