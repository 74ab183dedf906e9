import type { LiveEvents } from '#contract/live.ts'
import { hearChat, hearConversation } from '#web/chat/chat.api.ts'
import { openOutbox } from '#web/chat/compose/outbox.ts'
import { setTyping } from '#web/chat/typing.api.ts'
import { hearPostComments } from '#web/comments/comments.api.ts'
import { hearNotification } from '#web/notifications/notifications.api.ts'
import { setUnread } from '#web/notifications/unread.api.ts'
import { connectLive } from '#web/platform/live.ts'
import { hearPost, patchPost } from '#web/posts/posts.api.ts'
import { askForFollowersAgain, hearFollowAccepted } from '#web/users/users.api.ts'
import { countInTitle } from './title-count.ts'

/** What is told is also true on the page that is open. */
function hearKind({ kind, actors, post_id }: LiveEvents['notification']) {
  if (kind === 'follow_accepted' && actors[0]) hearFollowAccepted(actors[0].id)
  if (kind === 'follow') askForFollowersAgain()
  if (kind === 'spotted_confirmed' && post_id !== null) patchPost(post_id, { user_spotted_status: 'confirmed' })
}

/** Tells every room what happens, in one readable list, until the returned function is called. */
export function startLiveListeners(): () => void {
  const close = connectLive({
    notification(told) {
      hearNotification(told)
      hearKind(told)
    },
    unread: ({ unread_count }) => setUnread(unread_count),
    chat: hearChat,
    conversation: hearConversation,
    typing: ({ other_id }) => setTyping(other_id, true),
    post(moved) {
      hearPost(moved)
      hearPostComments(moved)
    },
  })
  const closeOutbox = openOutbox()
  const stopCounting = countInTitle()
  return () => {
    close()
    closeOutbox()
    stopCounting()
  }
}
