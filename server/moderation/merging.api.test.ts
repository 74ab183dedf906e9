import { beforeAll, describe, expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
/** A moderator. */
const [anna, bruno, marta] = useUsers(app, 'anna', 'bruno', 'marta')
beforeAll(async () => {
  await marta.makeModerator()
})

let added = 0
/** Anna adds a place, a kilometre north of the one before. */
async function addPlace(name: string): Promise<number> {
  const point = { latitude: 44.9 + added++ / 100, longitude: 9.4 }
  const { place } = await anna.callOk('addPlace', { name, kind: 'bar', ...point, is_new: 1 })
  return place!.id
}
const merge = (person: TestUser, place_id: number, into_id: number) => person.call('mergePlaces', { place_id, into_id })
const findLocation = async (location_id: number) => (await bruno.callOk('getLocation', { location_id })).location
const findNear = async (id: number) => {
  const { latitude: lat, longitude: lon } = await findLocation(id)
  const { posts } = await bruno.callOk('getFeed', { lat, lon, limit: 50 })
  return posts.map(({ text, location_name }) => `${text} (${location_name})`)
}

describe('A moderator makes a place part of another', () => {
  test('with its posts, stories, events, followers, notifications and counters; its page leads there', async () => {
    const copy = await addPlace('Bar Spritz')
    const original = await addPlace('Bar Spritzz')
    const post = await anna.createPost('Al bancone', { location_id: copy })
    await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
    const [request] = (await anna.callOk('getSpottedRequests', { post_id: post.id })).requests
    await anna.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
    await anna.callOk('createStory', { image: await createPhoto(40, 40), location_id: copy })
    const starts_at = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)
    await anna.callOk('addEvent', { location_id: copy, title: 'Aperitivo', starts_at })
    for (const person of [anna, bruno]) await person.callOk('followPlace', { place_id: copy })
    await bruno.callOk('followPlace', { place_id: original })
    await bruno.callOk('report', { target_type: 'place', target_id: copy, reason: 'other', text: 'È doppio' })
    // Both the statements and the memory of the feed have seen it.
    for (let n = 0; n < 2; n++) expect(await findNear(copy)).toContain('Al bancone (Bar Spritz)')

    expect(await merge(marta, copy, original)).toMatchObject({ status: 200, body: { message: 'Luoghi uniti' } })
    const location = await findLocation(copy)
    expect(location).toMatchObject({ id: original, followers_count: 2, spotted_confirmed_count: 1, is_followed: true })
    expect(location.posts.map(({ text, location_name }) => [text, location_name])).toEqual([
      ['Al bancone', 'Bar Spritzz'],
    ])
    const { events } = await bruno.callOk('getPlaceEvents', { location_id: original })
    expect(events.map(({ title }) => title)).toEqual(['Aperitivo'])
    for (let n = 0; n < 3; n++) expect(await findNear(original)).toContain('Al bancone (Bar Spritzz)')
    const { rows } = await sql<{ stories: number; reports: number; posts: number }>`
      SELECT (SELECT count(*)::int FROM stories WHERE place_id = ${original}) AS stories,
        (SELECT count(*)::int FROM reports WHERE place_id IS NOT NULL) AS reports,
        (SELECT count(*)::int FROM posts p JOIN places pl ON pl.id = p.place_id
          WHERE pl.id = ${original} AND (p.latitude, p.c4, p.c5) = (pl.latitude, pl.c4, pl.c5)) AS posts`.execute(
      app.db,
    )
    expect(rows).toEqual([{ stories: 1, reports: 0, posts: 1 }])
    await expectCountersToMatchRows(app.db)
    const { entries } = await marta.callOk('getModerationLog', {})
    expect(entries[0]).toMatchObject({
      action: 'merge',
      target_type: 'place',
      note: '«Bar Spritz» in «Bar Spritzz»',
      moderator: 'marta',
      user: null,
    })
  })

  test('one after the other, and never in a circle', async () => {
    const one = await addPlace('Uno')
    const two = await addPlace('Due')
    const three = await addPlace('Tre')
    expect((await merge(marta, one, two)).status).toBe(200)
    expect((await merge(marta, two, one)).status).toBe(404)
    expect((await merge(marta, two, three)).status).toBe(200)
    expect((await merge(marta, three, two)).status).toBe(404)
    expect((await merge(marta, three, three)).status).toBe(400)
    for (const id of [one, two, three]) expect((await findLocation(id)).id).toBe(three)
  })

  test('while people post, follow and merge at the same time, and nothing is lost', async () => {
    const one = await addPlace('Di qua')
    const two = await addPlace('Di là')
    await anna.createPost('Prima', { location_id: one })
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => bruno.call('createSpot', { text: 'Durante', location_id: one })),
      anna.call('followPlace', { place_id: one }),
      merge(marta, one, two),
      merge(marta, two, one),
    ])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.slice(-2).toSorted()).toEqual([200, 404])
    await expectCountersToMatchRows(app.db)
    const posted = statuses.slice(0, 4).filter((status) => status === 200).length
    expect((await findLocation(one)).posts).toHaveLength(posted + 1)
  })

  test('but not a town, and nobody else does', async () => {
    const place = await addPlace('Chiosco')
    const town = await app.findPlaceId('Bergamo')
    expect(await merge(marta, town, place)).toMatchObject({
      status: 403,
      body: { error: 'Le città restano: si possono unire o rimuovere solo gli altri luoghi.' },
    })
    for (const person of [anna, bruno]) expect((await merge(person, place, town)).status).toBe(404)
    expect((await findLocation(place)).id).toBe(place)
  })
})

describe('A reported place', () => {
  const findReports = async (state: 'open' | 'closed' = 'open') =>
    (await marta.callOk('getReports', { state })).reports.filter(({ target_type }) => target_type === 'place')
  const resolve = (target_id: number, action: 'dismiss' | 'remove' | 'suspend') =>
    marta.call('resolveReport', { target_type: 'place', target_id, action, note: 'Non esiste' })

  test('is one entry of the queue with who added it, and can be dismissed', async () => {
    const id = await addPlace('Bar di <b>tutti</b>')
    expect((await anna.call('report', { target_type: 'place', target_id: id, reason: 'spam' })).status).toBe(400)
    for (const reason of ['spam', 'hate'] as const)
      await bruno.callOk('report', { target_type: 'place', target_id: id, reason })
    const [report, ...others] = await findReports()
    expect(others).toEqual([])
    expect(report).toMatchObject({ target_id: id, user: { username: 'anna' }, reasons: ['hate'], reports_count: 1 })
    expect(report!.content).toMatchObject({ text: 'Bar di <b>tutti</b>' })
    expect((await resolve(id, 'dismiss')).status).toBe(200)
    expect(await findReports()).toEqual([])
    expect((await findReports('closed'))[0]).toMatchObject({ target_id: id, decision: { action: 'dismiss' } })
    expect((await resolve(id, 'dismiss')).status).toBe(409)
  })

  test('is removed: its posts are in the nearest town, the person who added it is notified, its page is gone', async () => {
    const id = await addPlace('Bar di Nessuno')
    await bruno.createPost('Esisteva davvero?', { location_id: id })
    await bruno.callOk('followPlace', { place_id: id })
    await bruno.callOk('report', { target_type: 'place', target_id: id, reason: 'spam' })
    expect((await resolve(id, 'remove')).status).toBe(200)
    expect((await bruno.call('getLocation', { location_id: id })).status).toBe(404)
    const [post] = (await bruno.callOk('getProfile', { user_id: bruno.id })).posts
    expect(post!.text).toBe('Esisteva davvero?')
    expect((await findLocation(post!.location_id)).is_followed).toBe(false)
    await expectCountersToMatchRows(app.db)
    const findNotice = async () =>
      (await anna.callOk('getNotifications', {})).notifications.find(({ kind }) => kind === 'removed')?.text
    await expect.poll(findNotice).toContain('un luogo che hai aggiunto')
  })

  test('of the directory has nobody to suspend; a town stays', async () => {
    const square = await app.findPlaceId('Piazza del Duomo', 'Milano')
    await bruno.callOk('report', { target_type: 'place', target_id: square, reason: 'other' })
    expect((await findReports())[0]).toMatchObject({ target_id: square, user: null })
    expect((await resolve(square, 'suspend')).status).toBe(400)
    const town = await app.findPlaceId('Bergamo')
    await bruno.callOk('report', { target_type: 'place', target_id: town, reason: 'other' })
    expect((await resolve(town, 'remove')).status).toBe(403)
    expect((await bruno.call('report', { target_type: 'place', target_id: 999_999_999, reason: 'spam' })).status).toBe(
      404,
    )
  })
})
