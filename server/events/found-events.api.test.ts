import { beforeEach, expect, test } from 'vitest'
import { liftSuspension, suspendAccount } from '#server/moderation/moderation.actions.ts'
import { useNewUsers, useTestApp } from '#server/testing/fixtures/test-app.ts'

// How somebody learns of an event without opening the page of its place.

const app = useTestApp({ PUBLIC_URL: 'https://dintorni.example' })
const [author, follower] = useNewUsers(app, 'chi_annuncia', 'chi_segue')
let placeId: number
let placeName: string
beforeEach(async () => {
  placeName = `Cortile ${author.id}`
  const point = { latitude: 45.46, longitude: 9.19 }
  const { place } = await author.callOk('addPlace', { name: placeName, kind: 'square', ...point, is_new: 1 })
  placeId = place!.id
  await follower.callOk('followPlace', { place_id: placeId })
})

const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })
    .slice(0, 16)
    .replace(' ', 'T')
const announce = async (
  title: string,
  fields: { starts_at?: string; location_id?: number; description?: string } = {},
) => (await author.callOk('addEvent', { location_id: placeId, title, starts_at: inDays(2), ...fields })).event

const milano = { west: 9, south: 45.4, east: 9.4, north: 45.6 }
const titlesOf = ({ events }: { events: { title: string; user_id: number }[] }) =>
  events.filter(({ user_id }) => user_id === author.id).map(({ title }) => title)

/** The lists in which the follower finds the author's events. */
async function findEverywhere(words = 'lettura') {
  const notifications = async () =>
    (await follower.callOk('getNotifications', { limit: 50 })).notifications.filter(
      ({ kind }) => kind === 'place_event',
    )
  return {
    followed: titlesOf(await follower.callOk('getFollowedEvents', {})),
    area: titlesOf(await follower.callOk('getAreaEvents', milano)),
    search: titlesOf(await follower.callOk('searchEvents', { q: words })),
    notified: (await notifications()).map(({ comment_text }) => comment_text),
  }
}
const waitForNotification = () => expect.poll(async () => (await findEverywhere()).notified).not.toEqual([])

test('An event of the week is in the feed of who follows its place, on the map and in the search, and notifies them once a day', async () => {
  const event = await announce('Lettura d’autunno')
  await waitForNotification()
  expect(await findEverywhere()).toEqual({
    followed: ['Lettura d’autunno'],
    area: ['Lettura d’autunno'],
    search: ['Lettura d’autunno'],
    notified: ['Lettura d’autunno'],
  })
  expect((await follower.callOk('getNotifications', {})).notifications[0]).toMatchObject({
    who: author.username,
    text: `annuncia un evento qui: \u2068${placeName}\u2069`,
    url: `/location/${placeId}#eventi`,
    post_id: null,
  })
  await announce('Letture e musica', { starts_at: inDays(8), description: 'Sotto gli alberi' })
  await expect.poll(async () => (await findEverywhere()).notified).toEqual(['Letture e musica'])
  expect(await findEverywhere('albero')).toMatchObject({
    followed: ['Lettura d’autunno'],
    area: ['Lettura d’autunno'],
    search: ['Letture e musica'],
  })
  expect(event).toMatchObject({ location_id: placeId, location_name: placeName, location_town: 'Milano' })
  expect((await author.callOk('getNotifications', {})).notifications.map(({ kind }) => kind)).not.toContain(
    'place_event',
  )
  await author.callOk('deleteEvent', { event_id: event.id })
  expect(await findEverywhere()).toMatchObject({ followed: [], area: [], search: ['Letture e musica'] })
})

test('What is elsewhere is neither in the feed nor in this part of the map', async () => {
  await announce('Lettura in laguna', { location_id: await app.findPlaceId('Venezia') })
  expect(await findEverywhere()).toEqual({ followed: [], area: [], search: ['Lettura in laguna'], notified: [] })
})

const nothing = { followed: [], area: [], search: [], notified: [] }
test.each<[string, () => Promise<unknown>, object, (() => Promise<unknown>)?]>([
  ['blocks the author', () => follower.block(author), nothing],
  ['is blocked by the author', () => author.block(follower), nothing],
  [
    'has muted the author',
    () => follower.callOk('mute', { target_type: 'user', target_id: author.id }),
    { ...nothing, search: ['Lettura'] },
  ],
  [
    'sees that the author is suspended',
    () => suspendAccount(app.db, { actorId: null, userId: author.id, note: '' }),
    nothing,
    () => liftSuspension(app.db, { actorId: null, userId: author.id, note: '' }),
  ],
])('Somebody who %s finds no event of theirs, nor a notification', async (_who, hide, expected, undo) => {
  await announce('Lettura')
  await waitForNotification()
  await hide()
  expect(await findEverywhere()).toEqual(expected)
  await undo?.()
})

test.each<[string, () => Promise<unknown>]>([
  [
    'has switched events off',
    async () => {
      const { settings } = await follower.callOk('getUserSettings', {})
      await follower.callOk('updateUserSettings', { ...settings, notify_place_events: 0 })
    },
  ],
  ['has muted the place', () => follower.callOk('mute', { target_type: 'place', target_id: placeId })],
  ['has blocked the author', () => follower.block(author)],
])('A follower who %s is not notified', async (_who, refuse) => {
  const other = await app.createUser(`altra_${follower.id}`)
  await refuse()
  // Follows later, and is told later.
  await other.callOk('followPlace', { place_id: placeId })
  await announce('Lettura')
  await expect
    .poll(async () => (await other.callOk('getNotifications', {})).notifications.map(({ kind }) => kind))
    .toContain('place_event')
  expect((await findEverywhere()).notified).toEqual([])
})

test('The page of a place says how many events are to come, to each as they may see them', async () => {
  const location_id = await app.findPlaceId('Castello Sforzesco')
  const countFor = async (client: Pick<typeof follower, 'callOk'>) =>
    (await client.callOk('getLocation', { location_id, limit: 1 })).location.events_count
  const before = await countFor(follower)
  await announce('Lettura', { location_id })
  await author.makePrivate()
  expect(await countFor(follower)).toBe(before + 1)
  expect(await countFor(app.createVisitor())).toBe(before)
  await follower.block(author)
  expect(await countFor(follower)).toBe(before)
})

test('An event is put into a calendar by whoever sees it', async () => {
  const { id } = await announce('Concerto; con, virgole', { description: 'Portate\nuna sedia' })
  const download = async (client: Pick<typeof follower, 'request'>, file = `${id}.ics`) => {
    const response = await client.request(`/api/calendar/${file}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const { status, headers, text } = await download(follower)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ])
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:event-${id}@dintorni.example`,
      'SUMMARY:Concerto\\; con\\, virgole',
      'DESCRIPTION:Portate\\nuna sedia',
      `LOCATION:${placeName}\\, Milano (MI)`,
      `URL:https://dintorni.example/location/${placeId}#eventi`,
    ]),
  )
  // Without an end it takes the three hours after which it leaves the lists.
  const hourOf = (name: string) => lines.find((line) => line.startsWith(name))!.split(':')[1]!
  const timeOf = (stamp: string) => Date.parse(stamp.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  expect(timeOf(hourOf('DTEND')) - timeOf(hourOf('DTSTART'))).toBe(3 * 60 * 60 * 1000)
  expect((await download(app.createVisitor())).status).toBe(200)
  await author.makePrivate()
  expect((await download(app.createVisitor())).status).toBe(404)
  await author.block(follower)
  const missing = await download(follower, '999999.ics')
  expect(await download(follower)).toMatchObject({ status: 404, text: missing.text })
  for (const file of ['x.ics', `${id}`, '0.ics', `${id}.ics.ics`])
    expect((await download(author, file)).status).toBe(404)
})
