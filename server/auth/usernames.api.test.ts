import { describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { type Client, emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { useMailServer } from '#server/testing/harness/mail-server.ts'
import { sql } from '#server/testing/sql.ts'
import { deleteExpired } from './auth.queries.ts'

const mail = useMailServer()
const app = useTestApp(() => ({ SMTP_URL: mail.url }))
const taken = { status: 409, body: { error: 'Username già in uso' } }

const change = (client: Client, username: string) => client.call('changeUsername', { username, password })
const register = (username: string) =>
  app.createVisitor().call('register', { username, email: emailOf(`nuovo.${username}`), password })
const isAvailable = async (client: Client, username: string) =>
  (await client.callOk('checkUsername', { username })).available
/** Lets somebody's changes be so much longer ago. */
const moveClock = ({ id }: TestUser, days: number) =>
  sql`UPDATE former_usernames SET left_at = left_at - ${days} * interval '1 day' WHERE user_id = ${id}`.execute(app.db)
const countFormer = async ({ id }: TestUser) =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM former_usernames WHERE user_id = ${id}`.one(app.db))
    .count

/** Makes calls whose writes wait for each other: all of them have begun before one of them ends. */
async function together<Reply>(calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const replies = await inTransaction(app.db, async (trx) => {
    await sql`LOCK TABLE former_usernames IN SHARE MODE`.execute(trx)
    const begun = calls.map((call) => call())
    const countWaiting = async () =>
      (
        await sql<{ count: number }>`SELECT count(DISTINCT pid)::int AS count FROM pg_locks
          WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.one(app.db)
      ).count
    await expect.poll(countWaiting).toBe(calls.length)
    return begun
  })
  return Promise.all(replies)
}

describe('A new username', () => {
  test('is Ada’s at once, the old one leads nowhere, and the confirmed address gets an e-mail', async () => {
    const ada = await app.createUser('ada')
    const zoe = await app.createUser('zoe')
    const { text } = await mail.waitForEmail('ada@example.it')
    await app.createVisitor().callOk('confirmEmail', { token: text.match(/confirm-email#([\w-]{43})/)![1]! })
    expect(await ada.callOk('changeUsername', { username: ' Adelaide ', password })).toMatchObject({
      message: 'Username cambiato: ora sei @Adelaide.',
      user: { id: ada.id, username: 'Adelaide' },
    })
    expect((await ada.callOk('getAccount', {})).user.username).toBe('Adelaide')
    expect((await zoe.callOk('getProfile', { user_id: ada.id })).user.username).toBe('Adelaide')
    expect(await zoe.callOk('findUserNamed', { username: 'adelaide' })).toMatchObject({ user_id: ada.id })
    expect((await zoe.call('findUserNamed', { username: 'ada' })).status).toBe(404)
    expect((await zoe.callOk('search', { q: 'ada' })).results.filter(({ type }) => type === 'user')).toEqual([])
    expect((await zoe.callOk('suggestMentions', { beginning: 'ada' })).users).toEqual([])
    const post = await zoe.createPost('Ciao @ada')
    const { text: mailed } = await mail.waitForEmail('ada@example.it', 2)
    expect(mailed).toContain('Ciao ada,')
    expect(mailed).toContain('il tuo username è appena cambiato: da ora sei @Adelaide.')
    expect(await sql`SELECT 1 FROM post_mentions WHERE post_id = ${post.id}`.all(app.db)).toEqual([])
  })

  test('needs the password, and follows the rules of a registration', async () => {
    const bea = await app.createUser('bea')
    await app.createUser('Marco.Rossi')
    expect(await bea.call('changeUsername', { username: 'beatrice', password: 'non è questa' })).toMatchObject({
      status: 403,
      body: { error: 'La password non è corretta.' },
    })
    expect(await change(bea, 'bea')).toMatchObject({ status: 400, body: { error: 'Questo è già il tuo username.' } })
    for (const username of ['marco.rossi', 'marc0_rossi', 'staff_dintorni'])
      expect([username, await change(bea, username)]).toMatchObject([username, taken])
    expect((await bea.callOk('getAccount', {})).user.username).toBe('bea')
    expect(await countFormer(bea)).toBe(0)
  })

  test('can be had once in thirty days, a change of capitals included', async () => {
    const cleo = await app.createUser('cleo')
    expect((await change(cleo, 'Cleo')).status).toBe(200)
    const dayInItaly = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('it', {
      day: 'numeric',
      month: 'long',
      timeZone: 'Europe/Rome',
    })
    expect(await change(cleo, 'cleopatra')).toMatchObject({
      status: 429,
      body: { error: `Hai cambiato username da poco: potrai farlo di nuovo dal ${dayInItaly}.` },
    })
    await moveClock(cleo, 29)
    expect((await change(cleo, 'cleopatra')).status).toBe(429)
    await moveClock(cleo, 1)
    expect((await change(cleo, 'cleopatra')).status).toBe(200)
    expect((await change(cleo, 'cleo')).status).toBe(429)
    await moveClock(cleo, 30)
    // Back to the first name; what counts is the last change.
    expect((await change(cleo, 'cleo')).status).toBe(200)
    expect((await change(cleo, 'cleopatra')).status).toBe(429)
  })
})

describe('The old username', () => {
  test('stays hers for ninety days: nobody else gets it or one that looks like it, and she may take it back', async () => {
    const dora = await app.createUser('dora.milani')
    const eva = await app.createUser('eva')
    expect((await change(dora, 'dorotea')).status).toBe(200)
    await moveClock(dora, 89)
    for (const username of ['dora.milani', 'Dora_Mi1ani']) {
      expect([username, await register(username)]).toMatchObject([username, taken])
      expect([username, await change(eva, username)]).toMatchObject([username, taken])
      for (const stranger of [eva, app.createVisitor()]) expect(await isAvailable(stranger, username)).toBe(false)
      expect(await isAvailable(dora, username)).toBe(true)
    }
    await deleteExpired(app.db)
    expect((await change(dora, 'dora.milani')).status).toBe(200)
    expect(await eva.callOk('findUserNamed', { username: 'dora.milani' })).toMatchObject({ user_id: dora.id })
    expect((await change(eva, 'dorotea')).status).toBe(409)
  })

  test('is anybody’s after ninety days, and no row remains', async () => {
    const flora = await app.createUser('flora')
    const gina = await app.createUser('gina')
    expect((await change(flora, 'floriana')).status).toBe(200)
    await moveClock(flora, 90)
    expect(await isAvailable(gina, 'flora')).toBe(true)
    expect((await change(gina, 'flora')).status).toBe(200)
    expect(await change(flora, 'flora')).toMatchObject(taken)
    // Gina leaves it again: it is reserved for her now.
    await moveClock(gina, 30)
    expect((await change(gina, 'gina')).status).toBe(200)
    expect(await isAvailable(flora, 'flora')).toBe(false)
    await moveClock(gina, 90)
    expect(await countFormer(gina)).toBe(1)
    await deleteExpired(app.db)
    expect(await countFormer(gina)).toBe(0)
  })

  test('is free as soon as the account is deleted', async () => {
    const ida = await app.createUser('ida')
    expect((await change(ida, 'idalba')).status).toBe(200)
    expect(await register('ida')).toMatchObject(taken)
    await ida.callOk('deleteAccount', { password })
    expect(await countFormer(ida)).toBe(0)
    expect((await register('ida')).status).toBe(200)
  })
})

describe('At the same moment', () => {
  test.each([
    ['the same name', 'linda', 'Linda'],
    ['names that look alike', 'milena', 'mi1ena'],
  ])('two people want %s: one gets it', async (_case, one, other) => {
    const people = await Promise.all(['a', 'b'].map((letter) => app.createUser(`${one}.${letter}`)))
    const replies = await together([() => change(people[0]!, one), () => change(people[1]!, other)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('somebody changes to a name, and somebody else registers with it: one gets it', async () => {
    const nora = await app.createUser('nora')
    const replies = await Promise.all([change(nora, 'eleonora'), register('eleonora')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('nobody gets a name that its owner is leaving', async () => {
    const owners = await Promise.all([1, 2, 3, 4].map((number) => app.createUser(`olga${number}`)))
    const others = await Promise.all(owners.map(({ username }) => app.createUser(`z.${username}`)))
    const replies = await Promise.all(
      owners.flatMap((owner, index) => [
        change(owner, `olimpia${index}`),
        change(others[index]!, owner.username),
        register(owner.username),
      ]),
    )
    expect(replies.map(({ status }) => status)).toEqual(owners.flatMap(() => [200, 409, 409]))
  })
})
