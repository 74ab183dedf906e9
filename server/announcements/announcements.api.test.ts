import { beforeAll, beforeEach, expect, test } from 'vitest'
import { announcementsId } from '#contract/preloaded-data.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { deleteOldAnnouncements } from './announcements.queries.ts'
import { createCurrentAnnouncements } from './current-announcements.ts'

const app = useTestApp()
/** An administrator. */
const [ada, marta] = useUsers(app, 'ada', 'marta')
beforeAll(async () => {
  await ada.makeAdministrator()
  await marta.makeModerator()
})
beforeEach(async () => {
  for (const { id, state } of (await ada.callOk('getAllAnnouncements', { limit: 50 })).announcements)
    if (state !== 'over') await ada.callOk('withdrawAnnouncement', { announcement_id: id })
})

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString()
const findShown = async () => (await app.createVisitor().callOk('getAnnouncements', {})).announcements
const textsShown = async () => (await findShown()).map(({ text }) => text)
const newest = async () => (await ada.callOk('getAllAnnouncements', { limit: 1 })).announcements[0]!

test('Everybody sees Ada’s announcement at once, also in the page, until she withdraws it; the log lists both', async () => {
  expect(await ada.callOk('createAnnouncement', { text: 'Stasera </script> il server è fermo' })).toMatchObject({
    message: 'Avviso pubblicato',
  })
  expect(await findShown()).toEqual([
    { id: expect.any(Number), text: 'Stasera </script> il server è fermo', ends_at: null },
  ])
  const page = await (await fetch(`${app.url}/login`)).text()
  const inlined = new RegExp(`<script type="application/json" id="${announcementsId}">(.*?)</script>`).exec(page)?.[1]
  expect(JSON.parse(inlined ?? '')).toEqual(await findShown())
  const log = async () => (await marta.callOk('getModerationLog', { limit: 1 })).entries[0]
  expect(await log()).toMatchObject({
    action: 'announce',
    moderator: 'ada',
    note: 'Stasera </script> il server è fermo',
  })
  const { id } = await newest()
  await ada.callOk('withdrawAnnouncement', { announcement_id: id })
  expect(await findShown()).toEqual([])
  expect(await (await fetch(`${app.url}/login`)).text()).not.toContain(`id="${announcementsId}"`)
  expect(await log()).toMatchObject({ action: 'end_announcement' })
  expect((await ada.call('withdrawAnnouncement', { announcement_id: id })).status).toBe(404)
})

test('At most three are shown, the newest ones first', async () => {
  for (const text of ['uno', 'due', 'tre', 'quattro']) await ada.callOk('createAnnouncement', { text })
  expect(await textsShown()).toEqual(['quattro', 'tre', 'due'])
})

test('Nobody else learns of an announcement before its time', async () => {
  expect(await ada.callOk('createAnnouncement', { text: 'Segreto', starts_at: inHours(1) })).toMatchObject({
    message: 'Avviso programmato',
  })
  expect(await findShown()).toEqual([])
  expect(await (await fetch(`${app.url}/login`)).text()).not.toContain('Segreto')
  expect(await newest()).toMatchObject({ state: 'scheduled', created_by: 'ada' })
  const { id } = await newest()
  await sql`UPDATE announcements SET starts_at = now() WHERE id = ${id}`.execute(app.db)
  const later = createCurrentAnnouncements(app.db)
  expect((await later.find()).map(({ text }) => text)).toEqual(['Segreto'])
})

test('An announcement ends by itself, also where it is in memory', async () => {
  await ada.callOk('createAnnouncement', { text: 'Tra poco', ends_at: inHours(1) })
  const current = createCurrentAnnouncements(app.db)
  expect(await current.find()).toHaveLength(1)
  const { id } = await newest()
  await sql`UPDATE announcements SET starts_at = now() - interval '2 hours', ends_at = now() WHERE id = ${id}`.execute(
    app.db,
  )
  expect(await createCurrentAnnouncements(app.db).find()).toEqual([])
  expect(await newest()).toMatchObject({ state: 'over' })
})

test('Another process shows a change within 20 seconds, and asks the database no more often', async () => {
  const other = createCurrentAnnouncements(app.db)
  expect(await other.find()).toEqual([])
  await ada.callOk('createAnnouncement', { text: 'Ciao' })
  expect(await other.find()).toEqual([])
  other.forget()
  expect(await other.find()).toHaveLength(1)
  const counts = await Promise.all(Array.from({ length: 20 }, () => other.find()))
  expect(counts.every((found) => found.length === 1)).toBe(true)
})

test('While the database is away the last announcements stay', async () => {
  await ada.callOk('createAnnouncement', { text: 'Resta' })
  const current = createCurrentAnnouncements(app.db)
  expect(await current.find()).toHaveLength(1)
  await sql`ALTER TABLE announcements RENAME TO away`.execute(app.db)
  current.forget()
  expect(await current.find()).toHaveLength(1)
  await sql`ALTER TABLE away RENAME TO announcements`.execute(app.db)
})

test.each([
  [{ text: 'Ciao', ends_at: inHours(-1) }, 'La fine è già passata: scegli un momento che deve ancora venire.'],
  [
    { text: 'Ciao', starts_at: inHours(2), ends_at: inHours(1) },
    'L’avviso finisce prima di cominciare: sposta la fine più avanti.',
  ],
  [{ text: 'Ciao', ends_at: inHours(367 * 24) }, 'Scegli un momento entro un anno.'],
])('%j is refused in one sentence', async (input, error) => {
  expect(await ada.call('createAnnouncement', input)).toMatchObject({ status: 400, body: { error } })
})

test('Announcements that are over are listed for a year, others for ever', async () => {
  await ada.callOk('createAnnouncement', { text: 'Vecchio' })
  const { id } = await newest()
  await sql`UPDATE announcements SET starts_at = now() - interval '3 years' WHERE id = ${id}`.execute(app.db)
  await deleteOldAnnouncements(app.db)
  expect((await newest()).id).toBe(id)
  await sql`UPDATE announcements SET withdrawn_at = now() - interval '13 months' WHERE id = ${id}`.execute(app.db)
  await deleteOldAnnouncements(app.db)
  expect((await newest()).id).not.toBe(id)
})
