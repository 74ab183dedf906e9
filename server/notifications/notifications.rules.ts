import type { Notification } from '#contract/notifications.ts'
import { cellsTouched, type Point } from '#server/platform/geography.ts'
import { coarseResolution } from '#server/settings/settings.rules.ts'
import { notificationsText } from './notifications.text.ts'

/** Metres: the largest radius that can be chosen (spec section 9). */
const largestRadius = 5000

/** The cells in which somebody may hear of a post there, with the metres to their nearest point: a person is somewhere in a cell, nobody knows where. */
export const cellsNear = (place: Point): { cell: string; metres: number }[] =>
  cellsTouched(place, largestRadius, coarseResolution)

type Leading = Pick<Notification, 'kind' | 'post_id' | 'story_id' | 'location_id' | 'actors' | 'actors_count'>

/** Where a notification leads. */
export function urlOf({ kind, post_id, story_id, location_id, actors, actors_count }: Leading): string {
  const [first] = actors
  switch (kind) {
    case 'spotted_request':
      return `/spotted-requests/${post_id}`
    case 'place_post':
      return actors_count > 1 || post_id === null ? `/location/${location_id}` : `/comments/${post_id}`
    case 'follow':
      return actors_count > 1 || !first ? '/notifications' : `/profile/${first.id}`
    case 'follow_accepted':
      return first ? `/profile/${first.id}` : '/notifications'
    case 'follow_request':
    case 'removed':
    case 'welcome':
      return '/notifications'
    case 'story_like':
      return story_id === null ? '/notifications' : '/profile'
    default:
      return post_id === null ? '/notifications' : `/comments/${post_id}`
  }
}

type Message = { title: string; body: string; url: string; tag: string }

/** What a browser shows; a later one with the same tag takes its place. */
export function pushMessage(told: Notification): Message {
  const { id, kind, who, text, url, post_text, comment_text } = told
  const quote = kind === 'comment' ? comment_text : post_text
  return {
    title: notificationsText.app,
    body: `${who} ${text}`.trim() + (quote ? `: «${quote}»` : ''),
    url,
    tag: `notification-${id}`,
  }
}
