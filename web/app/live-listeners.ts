import { QueryObserver } from '@tanstack/react-query'
import type { LiveEvents } from '#contract/live.ts'
import { onChatEvent, onConversationEvent } from '#web/chat/chat.api.ts'
import { startOutbox } from '#web/chat/compose/outbox.ts'
import { setTyping } from '#web/chat/typing.api.ts'
import { onPostCommentsEvent } from '#web/comments/comments.api.ts'
import { onNotificationEvent } from '#web/notifications/notifications.api.ts'
import { setUnread, unreadQuery } from '#web/notifications/unread.api.ts'
import { connectLive } from '#web/platform/live.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { onPostEvent } from '#web/posts/posts.api.ts'
import { startPublishing } from '#web/posts/publications.api.ts'
import { onSpottedConfirmed } from '#web/spotted/spotted.api.ts'
import { formatBadge } from '#web/ui/ui.text.ts'
import { invalidateFollowers, onFollowAccepted } from '#web/users/users.api.ts'

const countPrefix = /^\(\d+\+?\) /

/** Shows the number of unread notifications before the title of every page: "(3) Feed". */
function showUnreadInTitle(): () => void {
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

/** Applies a notification to the data of open pages. */
function applyNotificationEffects({ kind, actors, post_id }: LiveEvents['notification']) {
  if (kind === 'follow_accepted' && actors[0]) onFollowAccepted(actors[0].id)
  if (kind === 'follow') invalidateFollowers()
  if (kind === 'spotted_confirmed' && post_id !== null) onSpottedConfirmed(post_id)
}

/** Passes live events to the features, and sends what is pending, until the returned function is called. */
export function startLiveListeners(): () => void {
  const disconnect = connectLive({
    notification(notification) {
      onNotificationEvent(notification)
      applyNotificationEffects(notification)
    },
    unread: ({ unread_count }) => setUnread(unread_count),
    chat: onChatEvent,
    conversation: onConversationEvent,
    typing: ({ other_id }) => setTyping(other_id, true),
    post(post) {
      onPostEvent(post)
      onPostCommentsEvent(post)
    },
  })
  const stopOutbox = startOutbox()
  const stopPublishing = startPublishing()
  const stopCounting = showUnreadInTitle()
  return () => {
    disconnect()
    stopOutbox()
    stopPublishing()
    stopCounting()
  }
}
