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
  const links: [NotificationKind, object, string][] = [
    ['welcome', { actors: [], actors_count: 0 }, '/notifications'],
    ['like', { post_id: 5 }, '/post/5'],
    ['comment', { post_id: 5 }, '/comments/5'],
    ['comment_like', { post_id: 5 }, '/comments/5'],
    ['comment_reply', { post_id: 5 }, '/comments/5'],
    ['comment_mention', { post_id: 5 }, '/comments/5'],
    ['removed', { post_id: 5 }, '/notifications'],
    ['mention', { post_id: 5 }, '/post/5'],
    ['spotted_confirmed', { post_id: 5 }, '/post/5#trovati'],
    ['nearby_post', { post_id: 5 }, '/post/5'],
    ['spotted_request', { post_id: 5 }, '/spotted-requests/5'],
    ['story_like', { story_id: 9 }, '/profile'],
    ['follow', {}, '/profile/7'],
    ['follow', { actors_count: 3 }, '/notifications'],
    ['follow_request', {}, '/notifications'],
    ['follow_accepted', {}, '/profile/7'],
    ['place_post', { location_id: 3, post_id: 5 }, '/post/5'],
    ['place_post', { location_id: 3, post_id: 5, actors_count: 2 }, '/location/3'],
    ['nearby_post', { location_id: 3, post_id: 5, actors_count: 2 }, '/location/3'],
    ['nearby_post', { location_id: 3 }, '/location/3'],
    ['place_event', { location_id: 3 }, '/location/3#eventi'],
    ['place_post', {}, '/notifications'],
    ['follow', { actors: [] }, '/notifications'],
    ['follow_request', { post_id: 5 }, '/notifications'],
    ['welcome', { post_id: 5 }, '/notifications'],
    ['follow_accepted', { actors: [] }, '/notifications'],
    ['like', {}, '/notifications'],
    ['comment', {}, '/notifications'],
    ['spotted_request', {}, '/notifications'],
    ['story_like', {}, '/notifications'],
  ]
  test.each(links)('%s %o to %s', (kind, more, url) => {
    const link = notificationKinds[kind].link({ ...notificationFields, kind, ...more })
    expect(link ?? pagePaths.notifications).toBe(url)
  })
  test('somewhere, whatever its kind', () =>
    expect(new Set(links.map(([kind]) => kind))).toEqual(new Set(Object.keys(notificationKinds))))
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
