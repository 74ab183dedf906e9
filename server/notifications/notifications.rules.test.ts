import { describe, expect, test } from 'vitest'
import { notifyRadii } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { cellAt } from '#server/platform/geography.ts'
import { cellsNear, pushMessage, urlOf } from './notifications.rules.ts'

const notificationFields = {
  post_id: null,
  story_id: null,
  location_id: null,
  actors: [{ id: 7, username: 'giulia', profile_pic: null }],
  actors_count: 1,
}

describe('A notification links', () => {
  test.each<[NotificationKind, object, string]>([
    ['welcome', { actors: [], actors_count: 0 }, '/notifications'],
    ['like', { post_id: 5 }, '/post/5'],
    ['comment', { post_id: 5 }, '/comments/5'],
    ['comment_like', { post_id: 5 }, '/comments/5'],
    ['comment_reply', { post_id: 5 }, '/comments/5'],
    ['comment_mention', { post_id: 5 }, '/comments/5'],
    ['removed', { post_id: 5 }, '/notifications'],
    ['mention', { post_id: 5 }, '/post/5'],
    ['spotted_confirmed', { post_id: 5 }, '/post/5'],
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
    ['place_post', {}, '/notifications'],
    ['follow', { actors: [] }, '/notifications'],
    ['follow_request', { post_id: 5 }, '/notifications'],
    ['welcome', { post_id: 5 }, '/notifications'],
    ['follow_accepted', { actors: [] }, '/notifications'],
    ['like', {}, '/notifications'],
    ['comment', {}, '/notifications'],
    ['spotted_request', {}, '/notifications'],
    ['story_like', {}, '/notifications'],
  ])('%s %o to %s', (kind, more, url) => {
    expect(urlOf({ ...notificationFields, kind, ...more })).toBe(url)
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
  } as const
  expect(pushMessage({ ...notification, actors: [...notificationFields.actors] })).toEqual({
    title: 'Dintorni',
    body: 'giulia ha commentato il tuo post: «Che bello»',
    url: '/comments/5',
    tag: 'notification-12',
  })
  expect(pushMessage({ ...notification, actors: [], kind: 'like', text: 'ha messo Mi piace al tuo post' }).body).toBe(
    'giulia ha messo Mi piace al tuo post: «Un gatto»',
  )
  for (const kind of ['comment_reply', 'comment_mention'] as const)
    expect(pushMessage({ ...notification, actors: [], kind }).body).toContain('«Che bello»')
  expect(pushMessage({ ...notification, actors: [], kind: 'comment_like' }).body).toContain('«Un gatto»')
  expect(
    pushMessage({ ...notification, actors: [], kind: 'welcome', who: '', text: 'Ciao!', post_text: null }).body,
  ).toBe('Ciao!')
})

describe('The cells near a post', () => {
  const duomo = { latitude: 45.4642, longitude: 9.1896 }
  const near = cellsNear(duomo)
  const metresTo = (cell: string) => near.find((one) => one.cell === cell)?.metres

  test('include its own cell for every distance', () => {
    expect(metresTo(cellAt(duomo, 7))).toBeLessThan(1500)
  })

  test.each(notifyRadii)('are within %i m with an error of 1.5 km at most', (radius) => {
    for (let bearing = 0; bearing < 360; bearing += 5)
      for (const [metres, isNear] of [
        [radius - 1500, true],
        [radius + 1500, false],
      ] as const) {
        const turn = (bearing * Math.PI) / 180
        const point = {
          latitude: duomo.latitude + (metres / 111_195) * Math.cos(turn),
          longitude:
            duomo.longitude + ((metres / 111_195) * Math.sin(turn)) / Math.cos((duomo.latitude * Math.PI) / 180),
        }
        expect((metresTo(cellAt(point, 7)) ?? Infinity) <= radius).toBe(isNear)
      }
  })

  test('do not include points far away', () => {
    expect(metresTo(cellAt({ latitude: 45.75, longitude: 9.19 }, 7))).toBeUndefined()
  })
})
