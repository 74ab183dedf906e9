import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { deleteExpiredInvitations } from './registrations.queries.ts'

const app = useTestApp()
/** An administrator. */
const [ada, marta] = useUsers(app, 'ada', 'marta')
let count = 0
beforeAll(async () => {
  await ada.makeAdministrator()
  await marta.makeModerator()
})
beforeEach(async () => {
  await ada.callOk('changeRegistrationMode', { mode: 'open' })
  await sql`DELETE FROM blocked_addresses`.execute(app.db)
})

const register = (fields: Partial<Input<'register'>> = {}) => {
  count++
  const username = `persona${count}`
  return app.createVisitor().call('register', { username, email: `${username}@example.it`, password, ...fields })
}
const invite = async (input: Partial<Input<'createInvitation'>> = {}) => {
  const { url, invitation } = await ada.callOk('createInvitation', { days: 7, ...input })
  return { token: new URL(url).hash.slice(1), ...invitation }
}
const latestEntry = async () => (await marta.callOk('getModerationLog', { limit: 1 })).entries[0]
const closed = 'Su questo server le iscrizioni sono chiuse.'
const needsInvitation = 'Su questo server ci si iscrive solo con un invito: chiedilo a chi c’è già.'
const invalid = /^Questo invito non vale più/
const refusedAddress = 'Questo indirizzo email qui non si può usare: scegline un altro.'

describe('Registrations', () => {
  test('that are open let anybody in, and use no invitation up', async () => {
    const { token } = await invite()
    expect((await register({ invitation: token })).status).toBe(200)
    expect((await ada.callOk('getInvitations', {})).invitations[0]?.uses).toBe(0)
    expect((await register({ invitation: 'inventato' })).status).toBe(200)
  })

  test('that are closed let nobody in, not even with an invitation; who has an account signs in', async () => {
    const { token } = await invite()
    await ada.callOk('changeRegistrationMode', { mode: 'closed' })
    expect((await app.createVisitor().callOk('getRegistrationMode', {})).mode).toBe('closed')
    for (const invitation of [undefined, token])
      expect(await register({ invitation })).toMatchObject({ status: 403, body: { error: closed } })
    expect((await app.createVisitor().call('login', { email: 'ada@example.it', password })).status).toBe(200)
  })

  test('by invitation let a person with an invitation in, once, and the log lists the change and the invitation', async () => {
    await ada.callOk('changeRegistrationMode', { mode: 'invitation' })
    expect(await latestEntry()).toMatchObject({
      action: 'change_registrations',
      moderator: 'ada',
      target_type: 'server',
      user: null,
      note: 'Ora si iscrive solo chi ha un invito',
    })
    expect(await register()).toMatchObject({ status: 403, body: { error: needsInvitation } })
    const { token } = await invite({ note: 'per Zeno' })
    expect(await latestEntry()).toMatchObject({ action: 'invite', note: 'per Zeno' })
    expect((await register({ invitation: token })).status).toBe(200)
    expect((await ada.callOk('getInvitations', {})).invitations[0]).toMatchObject({
      note: 'per Zeno',
      uses: 1,
      max_uses: 1,
      created_by: 'ada',
    })
    expect(await register({ invitation: token })).toMatchObject({ status: 403, body: { error: invalid } })
  })

  test('by invitation accept none that is invented, withdrawn or expired', async () => {
    await ada.callOk('changeRegistrationMode', { mode: 'invitation' })
    const withdrawn = await invite()
    await ada.callOk('withdrawInvitation', { invitation_id: withdrawn.id })
    expect((await ada.call('withdrawInvitation', { invitation_id: withdrawn.id })).status).toBe(404)
    const expired = await invite()
    await sql`UPDATE invitations SET expires_at = now() WHERE id = ${expired.id}`.execute(app.db)
    for (const invitation of ['inventato', '', withdrawn.token, expired.token])
      expect(await register({ invitation })).toMatchObject({ status: 403, body: { error: invalid } })
    expect((await register({ invitation: 'a'.repeat(101) })).status).toBe(400)
  })

  test('by invitation: of ten who use an invitation for three at once, three come in', async () => {
    await ada.callOk('changeRegistrationMode', { mode: 'invitation' })
    const { token } = await invite({ max_uses: 3 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => register({ invitation: token })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await ada.callOk('getInvitations', {})).invitations[0]?.uses).toBe(3)
  })

  test('by invitation: a registration that fails leaves the invitation for another try', async () => {
    await ada.callOk('changeRegistrationMode', { mode: 'invitation' })
    const { token } = await invite()
    expect((await register({ invitation: token, username: 'ada' })).status).toBe(409)
    expect((await register({ invitation: token })).status).toBe(200)
  })

  test('by invitation: nothing reveals to somebody without one whether an address has an account', async () => {
    await ada.callOk('changeRegistrationMode', { mode: 'invitation' })
    const replies = [await register({ email: 'ada@example.it' }), await register({ email: 'nessuno@example.it' })]
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      [1, 2].map(() => [403, { success: false, error: needsInvitation }]),
    )
  })
})

test('Of an invitation only a hash is stored, and its link keeps the token out of every log', async () => {
  const { url } = await ada.callOk('createInvitation', { days: 1 })
  const { pathname, hash, search } = new URL(url)
  expect([pathname, search]).toEqual(['/register', ''])
  expect(hash).toMatch(/^#[\w-]{43}$/)
  const { rows } = await sql<{ row: string }>`SELECT invitations::text AS row FROM invitations`.execute(app.db)
  expect(rows.map(({ row }) => row).join()).not.toContain(hash.slice(1))
})

test('An invitation whose administrator deletes their account goes on working', async () => {
  const emma = await app.createUser('emma')
  await emma.makeAdministrator()
  await emma.callOk('createInvitation', { days: 1, note: 'di Emma' })
  await emma.callOk('deleteAccount', { password })
  const [newest] = (await ada.callOk('getInvitations', {})).invitations
  expect(newest).toMatchObject({ note: 'di Emma', created_by: null })
})

test('Invitations are listed until 30 days after their end', async () => {
  const { id } = await invite()
  const isListed = async () => (await ada.callOk('getInvitations', {})).invitations.some((one) => one.id === id)
  await sql`UPDATE invitations SET expires_at = now() - interval '29 days' WHERE id = ${id}`.execute(app.db)
  await deleteExpiredInvitations(app.db)
  expect(await isListed()).toBe(true)
  await sql`UPDATE invitations SET expires_at = now() - interval '31 days' WHERE id = ${id}`.execute(app.db)
  await deleteExpiredInvitations(app.db)
  expect(await isListed()).toBe(false)
})

describe('A blocked domain or address', () => {
  test.each([
    ['esempio.org', 'mario@esempio.org'],
    ['Esempio.org.', 'mario@ESEMPIO.ORG'],
    ['@esempio.org', 'mario@posta.interna.esempio.org'],
    ['mario@esempio.org', 'Mario+altro@esempio.org'],
    ['esémpio.org', 'mario@xn--esmpio-cva.org'],
  ])('%s keeps %s from registering', async (address, email) => {
    await ada.callOk('blockAddress', { address })
    expect(await register({ email })).toMatchObject({ status: 403, body: { error: refusedAddress } })
  })

  test.each([
    ['esempio.org', 'mario@altroesempio.org'],
    ['posta.esempio.org', 'mario@esempio.org'],
    ['mario@esempio.org', 'maria@esempio.org'],
  ])('%s does not concern %s', async (address, email) => {
    await ada.callOk('blockAddress', { address })
    expect((await register({ email })).status).toBe(200)
    await sql`DELETE FROM users WHERE email = ${email}`.execute(app.db)
  })

  test('is refused in the same words whether or not the address has an account', async () => {
    await register({ email: 'vecchia@occupato.it' })
    await ada.callOk('blockAddress', { address: 'occupato.it' })
    const replies = [await register({ email: 'vecchia@occupato.it' }), await register({ email: 'nuova@occupato.it' })]
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect((await app.createVisitor().call('login', { email: 'vecchia@occupato.it', password })).status).toBe(200)
  })

  test('cannot become the address of an account either', async () => {
    await ada.callOk('blockAddress', { address: 'esempio.org' })
    const change = (secret: string) => marta.call('changeEmail', { email: 'marta@a.esempio.org', password: secret })
    expect(await change(password)).toMatchObject({ status: 403, body: { error: refusedAddress } })
    // Somebody who looks at her screen sees nothing of the list.
    expect((await change('sbagliata')).body).not.toMatchObject({ error: refusedAddress })
  })

  test('is listed, found, and may register again; the log has the domain only', async () => {
    await ada.callOk('blockAddress', { address: 'mario.rossi@esempio.org' })
    expect(await latestEntry()).toMatchObject({ action: 'block_address', note: '…@esempio.org' })
    await ada.callOk('blockAddress', { address: 'altro.it' })
    expect(await latestEntry()).toMatchObject({ action: 'block_address', note: 'altro.it' })
    expect(await ada.call('blockAddress', { address: 'ALTRO.it' })).toMatchObject({ status: 409 })
    const { addresses } = await ada.callOk('getBlockedAddresses', { query: 'ROSSI' })
    expect(addresses.map(({ address }) => address)).toEqual(['mario.rossi@esempio.org'])
    expect((await ada.callOk('getBlockedAddresses', { query: '%' })).addresses).toEqual([])
    const [newest] = (await ada.callOk('getBlockedAddresses', { limit: 1 })).addresses
    expect(newest?.address).toBe('altro.it')
    await ada.callOk('unblockAddress', { blocked_id: newest!.id })
    expect(await latestEntry()).toMatchObject({ action: 'unblock_address', note: 'altro.it' })
    expect((await ada.call('unblockAddress', { blocked_id: newest!.id })).status).toBe(404)
    expect((await register({ email: 'mario@altro.it' })).status).toBe(200)
  })

  test.each(['esempio', 'mario@', 'a b@c.it', 'http://esempio.org', 'it'])(
    '%j is none: one sentence says what to write',
    async (address) => {
      expect(await ada.call('blockAddress', { address })).toMatchObject({
        status: 400,
        body: { error: 'Scrivi un indirizzo email o un dominio, come esempio.it.' },
      })
    },
  )

  test('Ten thousand fit, and one more does not', async () => {
    await sql`INSERT INTO blocked_addresses (address) SELECT 'd' || n || '.org' FROM generate_series(1, 9999) n`.execute(
      app.db,
    )
    await ada.callOk('blockAddress', { address: 'ultimo.org' })
    expect(await ada.call('blockAddress', { address: 'troppo.org' })).toMatchObject({
      status: 409,
      body: { error: /10\.000/ },
    })
    expect(await ada.call('blockAddress', { address: 'ultimo.org' })).toMatchObject({
      body: { error: 'È già bloccato.' },
    })
  })
})
