import { describe, expect, test } from 'vitest'
import { type Authenticator, createAuthenticator } from '#server/testing/fixtures/authenticator.ts'
import { type Client, emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { useMailServer } from '#server/testing/harness/mail-server.ts'
import { sql } from '#server/testing/sql.ts'

const origin = 'https://dintorni.example'
const newPassword = 'tutta un’altra frase'
const operator = { OPERATOR_NAME: 'Ànna «Bi» Rossi', OPERATOR_EMAIL: 'anna@dintorni.example' }
const mail = useMailServer()
const app = useTestApp(() => ({ SMTP_URL: mail.url, PUBLIC_URL: origin, ...operator }))

const tokenIn = (text: string, page: string) => text.match(new RegExp(`/${page}#([\\w-]{43})`))?.[1] ?? ''
const emailsTo = (address: string) => mail.emails.filter(({ to }) => to === address)
const statusOf = async (client: Client) => (await client.callOk('getAccount', {})).email_status
const confirmFirst = {
  status: 409,
  body: { error: 'Prima conferma il tuo indirizzo email: trovi come fare in «Account e sicurezza».' },
}

async function confirm(name: string): Promise<void> {
  const { text } = await mail.waitForEmail(emailOf(name))
  await app.createVisitor().callOk('confirmEmail', { token: tokenIn(text, 'confirm-email') })
}
async function addPasskey(user: Client, device: Authenticator, name = '') {
  const { ticket, options } = await user.callOk('beginPasskey', { password })
  return user.callOk('addPasskey', { ticket, name, response: device.register(options) })
}
/** Waits until the e-mails that were queued before have been sent. */
async function waitForQueue(name: string): Promise<void> {
  await app.createUser(name)
  await mail.waitForEmail(emailOf(name))
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT 1 FROM pgboss.job WHERE name IN ('mail', 'passwordReset', 'emailChange', 'emailConfirmation')
          AND state < 'completed'`.execute(app.db)
      return rows.length
    })
    .toBe(0)
}
/** Chooses a new password by the mailed link. E-mails of several kinds arrive in any order. */
async function resetByMail(name: string): Promise<void> {
  await app.createVisitor().callOk('forgotPassword', { email: emailOf(name) })
  const findReset = () => emailsTo(emailOf(name)).find(({ text }) => text.includes('reset-password#'))
  await expect.poll(findReset).toBeDefined()
  const token = tokenIn(findReset()!.text, 'reset-password')
  await app.createVisitor().callOk('resetPassword', { token, password: newPassword })
}

describe('A new account', () => {
  test('posts and reads at once, and has a confirmed address after the mailed link, however often it is used', async () => {
    const ada = await app.createUser('ada')
    expect(await statusOf(ada)).toBe('unconfirmed')
    await ada.createPost('Posso già scrivere')
    const { text } = await mail.waitForEmail('ada@example.it')
    const token = tokenIn(text, 'confirm-email')
    for (let click = 0; click < 2; click++)
      expect(await app.createVisitor().callOk('confirmEmail', { token })).toEqual({
        success: true,
        message: 'Indirizzo confermato. Grazie!',
      })
    expect(await statusOf(ada)).toBe('confirmed')
    expect(await ada.callOk('sendEmailConfirmation', {})).toEqual({
      success: true,
      message: 'Il tuo indirizzo è già confermato.',
    })
  })

  test('is not confirmed by a program that opens the links of an e-mail', async () => {
    const bea = await app.createUser('bea')
    const { text } = await mail.waitForEmail('bea@example.it')
    const [, link = ''] = text.match(/(https:\S+confirm-email#\S+)/) ?? []
    const { pathname, hash } = new URL(link)
    await app.createVisitor().request(pathname + hash)
    await app.createVisitor().request(`/api/auth/confirm_email.php?token=${hash.slice(1)}`)
    expect(await statusOf(bea)).toBe('unconfirmed')
  })

  test('gets no passkey and no recovery codes before', async () => {
    const cora = await app.createUser('cora')
    expect(await cora.call('beginPasskey', { password })).toMatchObject(confirmFirst)
    expect(await cora.call('renewRecoveryCodes', { password })).toMatchObject(confirmFirst)
    await confirm('cora')
    await addPasskey(cora, createAuthenticator(origin))
  })

  test('cannot finish a passkey that it began with an address confirmed before', async () => {
    const dora = await app.createUser('dora')
    await confirm('dora')
    const { ticket, options } = await dora.callOk('beginPasskey', { password })
    await sql`UPDATE users SET email_confirmed = false WHERE id = ${dora.id}`.execute(app.db)
    const response = createAuthenticator(origin).register(options)
    expect(await dora.call('addPasskey', { ticket, name: '', response })).toMatchObject(confirmFirst)
  })

  test('gets the link again, which replaces the one before', async () => {
    const elsa = await app.createUser('elsa')
    const first = tokenIn((await mail.waitForEmail('elsa@example.it')).text, 'confirm-email')
    await elsa.callOk('sendEmailConfirmation', {})
    const second = tokenIn((await mail.waitForEmail('elsa@example.it', 2)).text, 'confirm-email')
    expect((await app.createVisitor().call('confirmEmail', { token: first })).status).toBe(400)
    await app.createVisitor().callOk('confirmEmail', { token: second })
    expect(await statusOf(elsa)).toBe('confirmed')
  })

  test('is confirmed by a change to another address', async () => {
    const flora = await app.createUser('flora')
    // The newest link counts: that of the registration must not come later.
    const atRegistration = await mail.waitForEmail('flora@example.it')
    await flora.callOk('changeEmail', { email: 'flora.nuova@example.it', password })
    const { text } = await mail.waitForEmail('flora.nuova@example.it')
    await app.createVisitor().callOk('confirmEmail', { token: tokenIn(text, 'confirm-email') })
    expect(await statusOf(flora)).toBe('confirmed')
    // The link of the registration, in the mailbox that is no longer the account's, changes nothing.
    const old = tokenIn(atRegistration.text, 'confirm-email')
    expect((await app.createVisitor().call('confirmEmail', { token: old })).status).toBe(400)
    expect((await flora.callOk('getAccount', {})).user.email).toBe('flora.nuova@example.it')
  })
})

test('Somebody who corrects an address that the mail server has not taken yet is mailed at the new one only', async () => {
  await mail.stop()
  const nora = await app.createUser('nora')
  await nora.callOk('changeEmail', { email: 'nora.giusta@example.it', password })
  await mail.restart()
  await waitForQueue('dopo_nora')
  expect(emailsTo('nora@example.it')).toEqual([])
  const { text } = await mail.waitForEmail('nora.giusta@example.it')
  await app.createVisitor().callOk('confirmEmail', { token: tokenIn(text, 'confirm-email') })
  expect(await statusOf(nora)).toBe('confirmed')
})

describe('The owner of an address with which somebody else has registered', () => {
  test('takes the account by the mailed link: passkey, codes, sessions, devices and pending changes are gone', async () => {
    const squatter = await app.createUser('gina')
    // As accounts may be from before: with a passkey and an address that nobody has confirmed.
    await confirm('gina')
    await addPasskey(squatter, createAuthenticator(origin))
    await sql`UPDATE users SET email_confirmed = false WHERE id = ${squatter.id}`.execute(app.db)
    await squatter.callOk('changeEmail', { email: 'del.ladro@example.it', password })
    const changeToken = tokenIn((await mail.waitForEmail('del.ladro@example.it')).text, 'confirm-email')
    await resetByMail('gina')

    expect((await squatter.call('getAccount', {})).status).toBe(401)
    expect((await app.createVisitor().call('confirmEmail', { token: changeToken })).status).toBe(400)
    const owner = app.createVisitor()
    const { user, second_step } = await owner.callOk('login', { email: 'gina@example.it', password: newPassword })
    expect([user?.username, second_step]).toEqual(['gina', undefined])
    expect(await owner.callOk('getPasskeys', {})).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await owner.callOk('getSessions', {})).sessions).toHaveLength(1)
    expect(await statusOf(owner)).toBe('confirmed')
  })

  test('does not lose the second factor to a reader of the mailbox, once the address is confirmed', async () => {
    const helga = await app.createUser('helga')
    await confirm('helga')
    await addPasskey(helga, createAuthenticator(origin))
    await resetByMail('helga')
    const { second_step } = await app
      .createVisitor()
      .callOk('login', { email: 'helga@example.it', password: newPassword })
    expect(second_step).toBeDefined()
  })
})

describe('No e-mail contains what a stranger chose', () => {
  /** A username that mail programs turn into a link. */
  const chosen = 'evil.example'

  test('while the address is not confirmed, and only links to a new password or to confirm it are sent', async () => {
    const squatter = await app.createUser(chosen)
    const address = emailOf(chosen)
    await mail.waitForEmail(address)
    await squatter.callOk('sendEmailConfirmation', {})
    await mail.waitForEmail(address, 2)
    await squatter.callOk('updateProfile', { bio: 'Apri http://evil.example/ subito' })
    await squatter.callOk('changePassword', { current_password: password, new_password: newPassword })
    await squatter.callOk('changeEmail', { email: 'terza@example.it', password: newPassword })
    await mail.waitForEmail('terza@example.it')
    // Somebody else asks for this address, and the squatter for a new password.
    const other = await app.createUser('evil.altra')
    await other.callOk('changeEmail', { email: address, password })
    await app.createVisitor().callOk('forgotPassword', { email: address })
    await mail.waitForEmail(address, 3)
    await waitForQueue('ines')
    expect(emailsTo(address).map(({ text }) => text.match(/^Subject: (.*)$/m)?.[1])).toHaveLength(3)
    for (const { text } of [...emailsTo(address), ...emailsTo('terza@example.it')]) {
      const [, body = ''] = text.split(/\r?\n\r?\n(.*)/s)
      expect(body).toMatch(/(confirm-email|reset-password)#/)
      expect(body).not.toContain('evil')
    }
  })

  test('and a passkey’s name is in none', async () => {
    const lia = await app.createUser('lia')
    await confirm('lia')
    const { passkey, recovery_codes } = await addPasskey(
      lia,
      createAuthenticator(origin),
      'Apri http://evil.example/ subito',
    )
    await mail.waitForEmail('lia@example.it', 2)
    const phone = app.createVisitor()
    const { second_step } = await phone.callOk('login', { email: 'lia@example.it', password })
    await phone.callOk('loginWithRecoveryCode', { ticket: second_step!.ticket, code: recovery_codes![0]! })
    await mail.waitForEmail('lia@example.it', 3)
    await lia.callOk('deletePasskey', { passkey_id: passkey.id, password })
    await mail.waitForEmail('lia@example.it', 4)
    await lia.callOk('changePassword', { current_password: password, new_password: newPassword })
    await mail.waitForEmail('lia@example.it', 5)
    await lia.callOk('changeEmail', { email: 'lia2@example.it', password: newPassword })
    const { text } = await mail.waitForEmail('lia2@example.it')
    await app.createVisitor().callOk('confirmEmail', { token: tokenIn(text, 'confirm-email') })
    await mail.waitForEmail('lia@example.it', 6)
    for (const email of [...emailsTo('lia@example.it'), ...emailsTo('lia2@example.it')])
      expect(email.text).not.toMatch(/evil|Apri http/)
  })
})

describe('On a server that sends no e-mail', () => {
  const silent = useTestApp({ PUBLIC_URL: origin })
  const [mara] = useUsers(silent, 'mara')

  test('nobody is asked to confirm an address, and passkeys are for everybody', async () => {
    expect(await statusOf(mara)).toBe('unneeded')
    await addPasskey(mara, createAuthenticator(origin))
    const { rows } = await sql`SELECT 1 FROM pgboss.job WHERE name = 'emailConfirmation'`.execute(silent.db)
    expect(rows).toEqual([])
  })
})

test('Every e-mail names the operator at its end, and the one about a changed address says to write to them', () => {
  const emails = mail.emails.filter(({ from }) => from === operator.OPERATOR_EMAIL).map(({ text }) => text.trimEnd())
  expect(emails.length).toBeGreaterThan(10)
  const signature = '-- \r\nQuesto server di Dintorni è gestito da Ànna «Bi» Rossi\r\nanna@dintorni.example'
  expect(emails.filter((text) => !text.endsWith(signature))).toEqual([])
  expect(emails.join('\n')).toContain(
    'scrivi subito a Ànna «Bi» Rossi, che gestisce questo server: anna@dintorni.example',
  )
})

describe('With limits', () => {
  const limited = useTestApp(() => ({ SMTP_URL: mail.url, RATE_LIMITS: 'on', TRUST_PROXY: 'on' }))

  test('one mailbox gets three confirmations an hour, whoever registers with its spellings', async () => {
    const register = async (round: number) => {
      const client = limited.createVisitor()
      const { status } = await client.request('/api/auth/register.php', {
        method: 'POST',
        body: JSON.stringify({ username: `squatter${round}`, email: `Vittima+${round}@example.it`, password }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${round}.9` },
      })
      expect(status).toBe(200)
      return client
    }
    for (let round = 0; round < 5; round++) {
      const client = await register(round)
      if (round < 3) await mail.waitForEmail(`Vittima+${round}@example.it`)
      else expect((await client.call('sendEmailConfirmation', {})).status).toBe(429)
      await client.callOk('deleteAccount', { password })
    }
    const after = await limited.createUser('dopo')
    await mail.waitForEmail('dopo@example.it')
    expect(await statusOf(after)).toBe('unconfirmed')
    expect(mail.emails.filter(({ to }) => /^vittima/i.test(to))).toHaveLength(3)
  })

  test('one mailbox gets five changes of address an hour, whoever asks, and nobody learns of the others', async () => {
    for (let round = 0; round < 7; round++) {
      const client = await limited.createUser(`molesta${round}x`)
      const { message } = await client.callOk('changeEmail', { email: `bersaglio+${round}@example.it`, password })
      expect(message).toMatch(/^Ti abbiamo scritto/)
      if (round < 5) await mail.waitForEmail(`bersaglio+${round}@example.it`)
    }
    const after = await limited.createUser('ancora_dopo')
    await mail.waitForEmail('ancora_dopo@example.it')
    expect(await statusOf(after)).toBe('unconfirmed')
    expect(mail.emails.filter(({ to }) => to.startsWith('bersaglio'))).toHaveLength(5)
  })
})
