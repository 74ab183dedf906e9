import { beforeAll, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/calls.ts'
import { createTestApp, type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'
import { purgeEvents } from './events.queries.ts'
import { maxUpcomingEvents } from './events.rules.ts'
import { eventsText } from './events.text.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
let placeId: number
beforeAll(async () => {
  placeId = await app.findPlaceId('Piazza del Duomo', 'Milano')
})

const hourMs = 60 * 60 * 1000
/** Hours from now on a clock in Italy. */
const inHours = (hours: number) =>
  new Date(Date.now() + hours * hourMs)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })
    .slice(0, 16)
    .replace(' ', 'T')

const add = (user: TestUser, title: string, fields: Partial<Input<'addEvent'>> = {}) =>
  user.callOk('addEvent', { location_id: placeId, title, starts_at: inHours(5), ...fields }).then(({ event }) => event)
const findEvents = async (user: TestUser, location_id = placeId) =>
  (await user.callOk('getPlaceEvents', { location_id, limit: 50 })).events
const findTitles = async (user: TestUser, location_id = placeId) =>
  (await findEvents(user, location_id)).map(({ title }) => title)
const isOver = (id: number, ago: string) =>
  sql`UPDATE events SET starts_at = now() - ${ago}::interval - interval '1 hour', ends_at = NULL,
    over_at = now() - ${ago}::interval WHERE id = ${id}`.execute(app.db)

describe('Announcing', () => {
  test('An event is shown to everybody, soonest first, with the times of a clock in Italy', async () => {
    const location_id = await app.findPlaceId('Castello Sforzesco')
    await add(alice, 'Fra due giorni', { location_id, starts_at: inHours(48), description: ' Portate una sedia. ' })
    await add(bruno, '  Stasera\n presto ', { location_id, starts_at: inHours(2), ends_at: inHours(4) })
    const year = new Date().getUTCFullYear() + (new Date().getUTCMonth() < 5 ? 0 : 1)
    await alice.call('addEvent', { location_id, title: 'Estate', starts_at: `${year}-06-02T21:00` })
    const [first, second] = await findEvents(bruno, location_id)
    expect(first).toMatchObject({ title: 'Stasera presto', user_id: bruno.id, username: 'bruno', going_count: 0 })
    expect(new Date(first!.starts_at).getTime()).toBeGreaterThan(Date.now() + 1.9 * hourMs)
    expect(first!.ends_at).not.toBeNull()
    expect(second).toMatchObject({ title: 'Fra due giorni', description: 'Portate una sedia.', ends_at: null })
    const summer = (await findEvents(alice, location_id)).find(({ title }) => title === 'Estate')
    if (summer) expect(summer.starts_at).toBe(`${year}-06-02T19:00:00.000Z`)
  })

  test.each([
    ['the past', { starts_at: inHours(-1) }, eventsText.inThePast],
    ['two years', { starts_at: inHours(24 * 800) }, eventsText.tooFarOff],
    ['an end before its start', { ends_at: inHours(1) }, eventsText.endsBeforeStart],
    ['an end after a month', { ends_at: inHours(24 * 30) }, eventsText.tooLong],
  ])('An event with %s is refused', async (_case, fields, error) => {
    const reply = await alice.call('addEvent', {
      location_id: placeId,
      title: 'Prova',
      starts_at: inHours(5),
      ...fields,
    })
    expect(reply).toMatchObject({ status: 400, body: { error } })
  })

  test('One person has at most twenty upcoming events, however fast they come', async () => {
    const carla = await app.createUser('carla')
    const location_id = await app.findPlaceId('Darsena dei Navigli')
    const replies = await Promise.all(
      Array.from({ length: maxUpcomingEvents + 3 }, (_, at) =>
        carla.call('addEvent', { location_id, title: `Serata ${at}`, starts_at: inHours(at + 1) }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxUpcomingEvents)
    expect(replies.find(({ status }) => status !== 200)?.body).toMatchObject({
      error: eventsText.tooManyUpcoming(maxUpcomingEvents),
    })
    const [event] = await findEvents(carla, location_id)
    await isOver(event!.id, '1 minute')
    await add(carla, 'Un’altra', { location_id })
  })

  test('Ten a day are enough for one account', async () => {
    await avoidHourEnd()
    const limited = await createTestApp({ RATE_LIMITS: 'on' })
    const user = await limited.createUser('instancabile')
    const location_id = await limited.findPlaceId('Piazza del Duomo', 'Milano')
    const announce = (at: number) => user.call('addEvent', { location_id, title: `${at}`, starts_at: inHours(at + 1) })
    for (let at = 0; at < 10; at++) expect((await announce(at)).status).toBe(200)
    expect((await announce(10)).status).toBe(429)
    expect(await sql<{ id: number }>`SELECT id FROM events`.all(limited.db)).toHaveLength(10)
    await limited.close()
  })

  test('Pages miss and repeat none, also of events that begin together', async () => {
    const location_id = await app.findPlaceId('Parco Sempione')
    const dario = await app.createUser('dario')
    const starts_at = inHours(30)
    for (let at = 0; at < 7; at++) await add(dario, `Insieme ${at}`, { location_id, starts_at })
    await add(dario, 'Prima', { location_id, starts_at: inHours(3) })
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const page: Output<'getPlaceEvents'> = await dario.callOk('getPlaceEvents', {
        location_id,
        limit: 3,
        ...(cursor !== null && { cursor }),
      })
      titles.push(...page.events.map(({ title }) => title))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(titles).toEqual(['Prima', ...Array.from({ length: 7 }, (_, at) => `Insieme ${at}`)])
    expect((await dario.call('getPlaceEvents', { location_id, cursor: '5' })).status).toBe(400)
  })
})

describe('“Ci vado”', () => {
  test('counts once however often it is said, and not any more when it is taken back', async () => {
    const { id } = await add(alice, 'Contarsi')
    for (let press = 0; press < 3; press++)
      expect((await bruno.callOk('attendEvent', { event_id: id, going: 1 })).event).toMatchObject({
        is_going: true,
        going_count: 1,
        going_people: [{ id: bruno.id, username: 'bruno', profile_pic: null }],
      })
    expect((await alice.callOk('attendEvent', { event_id: id, going: 1 })).event.going_people.map((p) => p.id)).toEqual(
      [alice.id, bruno.id],
    )
    const { event } = await bruno.callOk('attendEvent', { event_id: id, going: 0 })
    expect(event).toMatchObject({ is_going: false, going_count: 1 })
    expect((await bruno.call('attendEvent', { event_id: id, going: 2 as 1 })).status).toBe(400)
  })

  test('shows a private account to its followers only, and nobody to whom a block separates', async () => {
    const { id } = await add(alice, 'Guardarsi')
    const riservata = await app.createUser('riservata')
    await riservata.makePrivate()
    await riservata.callOk('attendEvent', { event_id: id, going: 1 })
    const ofBruno = async () => (await findEvents(bruno)).find((event) => event.id === id)!
    expect(await ofBruno()).toMatchObject({ going_count: 0, going_people: [] })
    await bruno.follow(riservata)
    expect(await ofBruno()).toMatchObject({ going_count: 1, going_people: [{ username: 'riservata' }] })
    await riservata.block(bruno)
    expect(await ofBruno()).toMatchObject({ going_count: 0, going_people: [] })
  })

  test('is for nobody whom a block separates from the author, and for no event that is over', async () => {
    const elena = await app.createUser('elena')
    const { id } = await add(elena, 'Di Elena')
    await elena.block(bruno)
    expect(await findTitles(bruno)).not.toContain('Di Elena')
    expect((await bruno.call('attendEvent', { event_id: id, going: 1 })).status).toBe(404)
    expect((await bruno.call('report', { target_type: 'event', target_id: id, reason: 'spam' })).status).toBe(404)
    await isOver(id, '1 minute')
    expect(await findTitles(alice)).not.toContain('Di Elena')
    expect((await alice.call('attendEvent', { event_id: id, going: 1 })).status).toBe(404)
  })
})

describe('The end of an event', () => {
  test('Its author deletes it, nobody else', async () => {
    const { id } = await add(alice, 'Annullato')
    await bruno.callOk('attendEvent', { event_id: id, going: 1 })
    expect((await bruno.call('deleteEvent', { event_id: id })).status).toBe(404)
    await alice.callOk('deleteEvent', { event_id: id })
    expect(await findTitles(bruno)).not.toContain('Annullato')
    expect((await alice.call('deleteEvent', { event_id: id })).status).toBe(404)
    expect(await sql`SELECT * FROM event_attendances WHERE event_id = ${id}`.all(app.db)).toEqual([])
  })

  test('A moderator removes it after a report; its author is notified', async () => {
    const { id } = await add(alice, 'Fuori luogo', { description: 'Da leggere' })
    const moderator = await app.createUser('erminia')
    await moderator.makeModerator()
    expect((await alice.call('report', { target_type: 'event', target_id: id, reason: 'spam' })).status).toBe(400)
    await bruno.callOk('report', { target_type: 'event', target_id: id, reason: 'spam', text: 'Non è vero' })
    const { reports } = await moderator.callOk('getReports', {})
    expect(reports[0]).toMatchObject({
      target_type: 'event',
      target_id: id,
      user: { id: alice.id },
      content: { text: 'Fuori luogo\n\nDa leggere', location_name: 'Piazza del Duomo' },
    })
    await moderator.callOk('resolveReport', { target_type: 'event', target_id: id, action: 'remove', note: 'Falso' })
    expect(await findTitles(bruno)).not.toContain('Fuori luogo')
    await expect
      .poll(async () => (await alice.callOk('getNotifications', {})).notifications.map(({ kind }) => kind))
      .toContain('removed')
  })

  test('It is deleted a week after, but not before moderators have judged it', async () => {
    const week = await add(alice, 'Otto giorni fa')
    const recent = await add(alice, 'Sei giorni fa')
    const reported = await add(alice, 'Segnalato')
    await bruno.callOk('report', { target_type: 'event', target_id: reported.id, reason: 'spam' })
    await isOver(week.id, '8 days')
    await isOver(recent.id, '6 days')
    await isOver(reported.id, '8 days')
    await purgeEvents(app.db)
    const left = await sql<{ title: string }>`SELECT title FROM events WHERE over_at < ${new Date()}`.all(app.db)
    const titles = left.map(({ title }) => title)
    expect(titles).toContain('Sei giorni fa')
    expect(titles).toContain('Segnalato')
    expect(titles).not.toContain('Otto giorni fa')
  })

  test('It goes with its author, and is hidden while they are suspended', async () => {
    const franca = await app.createUser('franca')
    await add(franca, 'Di Franca')
    expect(await findTitles(bruno)).toContain('Di Franca')
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${franca.id}`.execute(app.db)
    expect(await findTitles(bruno)).not.toContain('Di Franca')
  })
})
