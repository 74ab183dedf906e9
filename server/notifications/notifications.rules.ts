import { largestNotifyRadius } from '#contract/limits.ts'
import type { Notification } from '#contract/notifications.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { cellCentre, cellsTouched, distanceMetres, type Point } from '#server/platform/geography.ts'
import { coarseResolution } from '#server/settings/settings.rules.ts'
import { notificationsText } from './notifications.text.ts'

/**
 * Cells whose users may be notified of a post at a place, with the distance to their centre: the position of a user
 * within a cell is not known, and no point of it is farther from the centre than 1.5 km.
 */
export const cellsNear = (place: Point): { cell: string; metres: number }[] =>
  cellsTouched(place, largestNotifyRadius, coarseResolution).map(({ cell }) => ({
    cell,
    metres: distanceMetres(place, cellCentre(cell)),
  }))

type LinkedNotification = Pick<
  Notification,
  'kind' | 'post_id' | 'story_id' | 'location_id' | 'actors' | 'actors_count'
>

/** Returns the page of the web app that a notification links to. */
export function urlOf({ kind, post_id, story_id, location_id, actors, actors_count }: LinkedNotification): string {
  const [first] = actors
  switch (kind) {
    case 'spotted_request':
      return post_id === null ? pagePaths.notifications : pagePaths.spottedRequests(post_id)
    case 'place_post':
    case 'nearby_post':
      if (actors_count <= 1 && post_id !== null) return pagePaths.post(post_id)
      return location_id === null ? pagePaths.notifications : pagePaths.location(location_id)
    case 'follow':
      return actors_count > 1 || !first ? pagePaths.notifications : pagePaths.profile(first.id)
    case 'follow_accepted':
      return first ? pagePaths.profile(first.id) : pagePaths.notifications
    case 'follow_request':
    case 'removed':
    case 'welcome':
      return pagePaths.notifications
    case 'story_like':
      return story_id === null ? pagePaths.notifications : pagePaths.ownProfile
    case 'comment':
    case 'comment_like':
    case 'comment_reply':
    case 'comment_mention':
      return post_id === null ? pagePaths.notifications : pagePaths.comments(post_id)
    default:
      return post_id === null ? pagePaths.notifications : pagePaths.post(post_id)
  }
}

type PushContent = { title: string; body: string; url: string; tag: string }

/** The push notification. A later one with the same tag replaces it. */
export function pushMessage(notification: Notification): PushContent {
  const { id, kind, who, text, url, post_text, comment_text } = notification
  const isNewComment = kind === 'comment' || kind === 'comment_reply' || kind === 'comment_mention'
  const quote = isNewComment ? comment_text : post_text
  return {
    title: notificationsText.app,
    body: `${who} ${text}`.trim() + (quote ? `: «${quote}»` : ''),
    url,
    tag: `notification-${id}`,
  }
}
