import { type RefObject, useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { pageKey } from '#web/navigation/page-key.ts'

/** History entries that have been opened at their comments: on return the scroll position is restored instead. */
const openedKeys = new Set<string>()

type Loaded = { post: boolean; comments: boolean }

/** Under the address of the comments, the page opens with them in view; the post is above. */
export function useStartAtComments(list: RefObject<HTMLElement | null>, { post, comments }: Loaded) {
  const location = useLocation()
  const isAtComments = matchPath(pagePaths.comments(':postId'), location.pathname) !== null
  const key = pageKey(location)
  useEffect(() => {
    if (!isAtComments || !post || openedKeys.has(key)) return
    list.current?.scrollIntoView({ behavior: 'instant' })
    if (comments) openedKeys.add(key)
  }, [list, isAtComments, key, post, comments])
}
