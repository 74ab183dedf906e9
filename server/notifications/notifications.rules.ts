import type { Notification } from '#contract/notifications.ts'

type PushContent = { body: string; url: string; tag: string }

/** The push notification. A later one with the same tag replaces it. */
export function pushMessage(notification: Notification): PushContent {
  const { id, who, text, url, post_text, comment_text } = notification
  const quote = comment_text ?? post_text
  return {
    body: `${who} ${text}`.trim() + (quote ? `: «${quote}»` : ''),
    url,
    tag: `notification-${id}`,
  }
}
