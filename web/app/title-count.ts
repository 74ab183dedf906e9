import { QueryObserver } from '@tanstack/react-query'
import { unreadQuery } from '#web/notifications/unread.api.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { formatBadge } from '#web/ui/ui.text.ts'

const countPrefix = /^\(\d+\+?\) /

/** Shows the number of unread notifications before the title of every page: "(3) Feed". */
export function showUnreadInTitle(): () => void {
  const show = () => {
    const unread = queryClient.getQueryData(unreadQuery().queryKey) ?? 0
    const titleWithoutCount = document.title.replace(countPrefix, '')
    const title = unread > 0 ? `(${formatBadge(unread)}) ${titleWithoutCount}` : titleWithoutCount
    if (document.title !== title) document.title = title
  }
  // Every page sets its own title.
  const pages = new MutationObserver(show)
  pages.observe(document.head, { childList: true, subtree: true, characterData: true })
  const stopCounting = new QueryObserver(queryClient, unreadQuery()).subscribe(show)
  show()
  return () => {
    pages.disconnect()
    stopCounting()
    document.title = document.title.replace(countPrefix, '')
  }
}
