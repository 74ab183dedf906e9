import { describe, expect, test } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { notificationKinds } from './notification-kinds.queries.ts'
import { pushMessage } from './notifications.rules.ts'

const notificationFields = {
  post_id: null,
  story_id: null,
  location_id: null,
  actors: [{ id: 7, username: 'giulia', profile_pic: null }],
  actors_count: 1,
}

describe('A notification links', () => {
  const links: Record<NotificationKind, [fields: object, url: string][]> = {
    welcome: [
      [{ actors: [], actors_count: 0 }, '/notifications'],
      [{ post_id: 5 }, '/notifications'],
    ],
    like: [
      [{ post_id: 5 }, '/post/5'],
      [{}, '/notifications'],
    ],
    comment: [
      [{ post_id: 5 }, '/comments/5'],
      [{}, '/notifications'],
    ],
    comment_like: [[{ post_id: 5 }, '/comments/5']],
    comment_reply: [[{ post_id: 5 }, '/comments/5']],
    mention: [[{ post_id: 5 }, '/post/5']],
    comment_mention: [[{ post_id: 5 }, '/comments/5']],
    story_like: [
      [{ story_id: 9 }, '/profile'],
      [{}, '/notifications'],
    ],
    follow: [
      [{}, '/profile/7'],
      [{ actors_count: 3 }, '/notifications'],
      [{ actors: [] }, '/notifications'],
    ],
    follow_request: [
      [{}, '/notifications'],
      [{ post_id: 5 }, '/notifications'],
    ],
    follow_accepted: [
      [{}, '/profile/7'],
      [{ actors: [] }, '/notifications'],
    ],
    spotted_request: [
      [{ post_id: 5 }, '/spotted-requests/5'],
      [{}, '/notifications'],
    ],
    spotted_confirmed: [[{ post_id: 5 }, '/post/5#trovati']],
    place_post: [
      [{ location_id: 3, post_id: 5 }, '/post/5'],
      [{ location_id: 3, post_id: 5, actors_count: 2 }, '/location/3'],
      [{}, '/notifications'],
    ],
    nearby_post: [
      [{ post_id: 5 }, '/post/5'],
      [{ location_id: 3, post_id: 5, actors_count: 2 }, '/location/3'],
      [{ location_id: 3 }, '/location/3'],
    ],
    place_event: [[{ location_id: 3 }, '/location/3#eventi']],
    removed: [[{ post_id: 5 }, '/notifications']],
  }
  const cases = Object.entries(links).flatMap(([kind, urls]) =>
    urls.map(([fields, url]) => [kind as NotificationKind, fields, url] as const),
  )
  test.each(cases)('%s %o to %s', (kind, more, url) => {
    const link = notificationKinds[kind].link({ ...notificationFields, kind, ...more })
    expect(link ?? pagePaths.notifications).toBe(url)
  })
})

test('A push message names the actor, the action and the text', () => {
  const notification = {
    ...notificationFields,
    id: 12,
    position: 12,
    kind: 'comment',
    created_at: '',
    is_read: false,
    who: 'giulia',
    text: 'ha commentato il tuo post',
    url: '/comments/5',
    post_id: 5,
    post_text: 'Un gatto',
    post_image: null,
    comment_text: 'Che bello',
    location_name: null,
    follow_status: null,
    follower: null,
  } as const
  expect(pushMessage({ ...notification, actors: [...notificationFields.actors] })).toEqual({
    body: 'giulia ha commentato il tuo post: «Che bello»',
    url: '/comments/5',
    tag: 'notification-12',
  })
  const like = { ...notification, actors: [], kind: 'like' as const, comment_text: null }
  expect(pushMessage({ ...like, text: 'ha messo Mi piace al tuo post' }).body).toBe(
    'giulia ha messo Mi piace al tuo post: «Un gatto»',
  )
  expect(pushMessage({ ...like, kind: 'welcome', who: '', text: 'Ciao!', post_text: null }).body).toBe('Ciao!')
})
