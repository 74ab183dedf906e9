import type { Notification, PushDevice } from '#contract/notifications.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { viewDevice } from '#server/auth/security.views.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import { viewListedUser } from '#server/users/users.views.ts'
import type { NotificationRow } from './notifications.queries.ts'
import type { PushDeviceRow } from './push-subscriptions.queries.ts'
import { notificationKinds } from './notification-kinds.queries.ts'
import { notificationsText } from './notifications.text.ts'

function viewText({ kind, actors_count, place_name, follow_status, removed }: NotificationRow): string {
  if (removed) return notificationsText.removed(removed)
  if (kind === 'follow_request' && follow_status === 'accepted') return notificationsText.followsNow
  if (kind === 'place_post' && place_name) return notificationsText.placePost(actors_count, place_name)
  if (kind === 'nearby_post' && place_name) return notificationsText.nearbyPost(actors_count, place_name)
  if (kind === 'place_event' && place_name) return notificationsText.placeEvent(actors_count, place_name)
  const { one, more } = notificationKinds[kind].text
  return actors_count > 1 ? more : one
}

export function viewNotification(row: NotificationRow): Notification {
  const { created_at, actors, follower, post_picture, place_id, place_name, removed: _removed, ...fields } = row
  const people = actors.map(({ id, username, picture }) => ({
    id,
    username,
    profile_pic: picture && pictureUrl(picture),
  }))
  return {
    ...fields,
    created_at: created_at.toISOString(),
    who: notificationsText.who(
      actors.map(({ username }) => username),
      row.actors_count,
    ),
    text: viewText(row),
    actors: people,
    follower: follower && viewListedUser(follower),
    url:
      notificationKinds[row.kind].link({ ...fields, location_id: place_id, actors: people }) ?? pagePaths.notifications,
    post_image: post_picture && pictureUrl(post_picture),
    location_id: place_id,
    location_name: place_name,
  }
}

export const viewPushDevice = (
  { session_id, device, created_at }: PushDeviceRow,
  currentSessionId: number,
): PushDevice => ({
  session_id,
  device: viewDevice(device),
  created_at: created_at.toISOString(),
  current: session_id === currentSessionId,
})
