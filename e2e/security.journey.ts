import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNothingAbovePage } from './support/navigation.ts'
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts'
import { waitForMailedLink } from './support/mailed-link.ts'
import { failCall } from './support/network.ts'
import { signIn, signOut } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { urlOf } from '#contract/call-paths.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { sql } from '#server/testing/sql.ts'
import { expect, milano, test } from './support/fixtures.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Fills in the password of a dialog and submits it. */
async function confirmWithPassword(page: Page, button: string, secret = password): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/^Password/)
    .first()
    .fill(secret)
  await dialog.getByRole('button', { name: button }).click()
}

/** Signs out from the feed: the pages after a login show no navigation bar. */
async function signOutFromFeed(page: Page): Promise<void> {
  await page.goto('/feed')
  await signOut(page)
}

test('Anna finds account and security in the settings, changes her password and stays signed in @core', async ({
  page,
}) => {
  const restore = await failCall(page, 'getSessions')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Account e sicurezza' }).click()
  await expect(page).toHaveURL(/\/security$/)
  await expect(page.getByText('Qui non è arrivato niente')).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(section(page, 'Accesso')).toContainText('anna@example.it')
  await expect(section(page, 'Dispositivi')).toContainText('Questo dispositivo')
  // An address with a number has no passkeys.
  await expect(page.getByText('Le passkey non funzionano all’indirizzo di questo server')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aggiungi una passkey' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Cambia password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia password' })
  await dialog.getByRole('button', { name: 'Cambia', exact: true }).click()
  await expect(dialog.getByText('Inserisci la password.')).toHaveCount(2)
  await expect(dialog.getByLabel('Password attuale')).toBeFocused()
  await dialog.getByLabel('Password attuale').fill('non è questa')
  await dialog.getByLabel('Nuova password').fill('tutta un’altra frase')
  await dialog.getByRole('button', { name: 'Cambia', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('La password non è corretta.')
  await expectAccessible(page)
  await dialog.getByLabel('Password attuale').fill(password)
  await dialog.getByRole('button', { name: 'Cambia', exact: true }).click()
  await expect(page.getByText('Password cambiata. Gli altri dispositivi sono stati disconnessi.')).toBeVisible()
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(section(page, 'Accesso')).toContainText('anna@example.it')
})

test('Anna changes her username in the settings: her profile and this device have the new one, the old one leads nowhere', async ({
  anna,
  bruno,
}) => {
  const { page, user } = anna
  await page.goto('/security')
  await expect(section(page, 'Accesso')).toContainText('@anna')
  await page.getByRole('button', { name: 'Cambia username' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia username' })
  await expect(dialog).toContainText('I link e le menzioni con il vecchio nome non porteranno più a te.')
  const username = dialog.getByLabel('Nuovo username')
  await username.fill('anna')
  await dialog.getByRole('button', { name: 'Cambia', exact: true }).click()
  await expect(dialog.getByText('Questo è già il tuo username.')).toBeVisible()
  await expect(dialog.getByText('Inserisci la password.')).toBeVisible()
  await username.fill(bruno.user.username)
  await expect(dialog.getByText('Username già in uso')).toBeVisible()
  await expectAccessible(page)
  await confirmWithPassword(page, 'Cambia')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Username già in uso' })).toHaveCount(2)
  await username.fill('annina')
  await expect(dialog.getByLabel('Disponibile')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cambia', exact: true }).click()
  await expect(page.getByText('Username cambiato: ora sei @annina.')).toBeVisible()
  await expect(section(page, 'Accesso')).toContainText('@annina')
  await expectNothingAbovePage(page)

  await page.getByRole('button', { name: 'Cambia username' }).click()
  await username.fill('annetta')
  await confirmWithPassword(page, 'Cambia')
  await expect(dialog.getByRole('alert')).toContainText('potrai farlo di nuovo dal')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 2, name: 'annina' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('"username":"annina"')
  await page.goto('/user/annina')
  await expect(page).toHaveURL(new RegExp(`/profile/${user.id}$`))
  await page.goto('/user/anna')
  await expect(page.getByRole('heading', { name: 'Profilo non disponibile' })).toBeVisible()
})

test('Anna changes her e-mail address; it applies once the link in the new mailbox is opened', async ({
  page,
  visitor,
  dataDir,
}) => {
  await page.goto('/security')
  await page.getByRole('button', { name: 'Cambia email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia email' })
  await dialog.getByRole('button', { name: 'Manda il link' }).click()
  await expect(dialog.getByText('Inserisci l’indirizzo email.')).toBeVisible()
  await dialog.getByLabel('Nuova email').fill('anna.nuova@example.it')
  await confirmWithPassword(page, 'Manda il link')
  await expect(page.getByRole('status').filter({ hasText: 'Ti abbiamo scritto al nuovo indirizzo' })).toBeVisible()
  await expect(section(page, 'Accesso')).toContainText('anna@example.it')

  const link = await waitForMailedLink(dataDir, '/confirm-email')
  await visitor.page.goto(link)
  await expectAccessible(visitor.page)
  await visitor.page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await expect(visitor.page.getByText('Indirizzo confermato. Da ora accedi con questo.')).toBeVisible()
  await visitor.page.getByRole('link', { name: 'Accedi' }).click()
  await signIn(visitor.page, 'anna.nuova@example.it')
  await expect(visitor.page).toHaveURL(/\/feed$/)

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Account e sicurezza' }).click()
  await expect(section(page, 'Accesso')).toContainText('anna.nuova@example.it')
  await page.goto(link)
  await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await expect(page.getByText('Indirizzo confermato. Grazie!')).toBeVisible()
  await page.getByRole('link', { name: 'Account e sicurezza' }).click()
  await expect(section(page, 'Accesso')).toContainText('anna.nuova@example.it')
  await page.goto('/confirm-email#sconosciuto')
  await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await expect(page.getByRole('alert')).toContainText('Questo link non è più valido')
  await page.getByRole('link', { name: 'Account e sicurezza' }).click()
  await expect(page).toHaveURL(/\/security$/)
})

test.describe('On a server that sends e-mail', () => {
  test.use({ hasMailServer: true, hasHostname: true })

  test('Dora confirms her address by the mailed link, also in another browser, and may then add a passkey', async ({
    createBrowserUser,
    visitor,
    dataDir,
  }) => {
    const { page } = await createBrowserUser('dora')
    await page.goto('/security')
    await expect(section(page, 'Accesso')).toContainText('Non hai ancora confermato questo indirizzo')
    await expect(section(page, 'Passkey')).toContainText('conferma prima il tuo indirizzo email')
    await expect(page.getByRole('button', { name: 'Aggiungi una passkey' })).toHaveCount(0)
    await expectAccessible(page)
    const link = await waitForMailedLink(dataDir, '/confirm-email')
    await visitor.page.goto(link)
    await expect(visitor.page.getByText('per confermare che questo indirizzo email è tuo')).toBeVisible()
    await expectAccessible(visitor.page)
    // Opening the page confirms nothing.
    await page.reload()
    await expect(section(page, 'Accesso')).toContainText('Non hai ancora confermato questo indirizzo')
    await visitor.page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
    await expect(visitor.page.getByText('Indirizzo confermato. Grazie!')).toBeVisible()
    await page.getByRole('button', { name: 'Manda di nuovo il link' }).click()
    await expect(page.getByText('Il tuo indirizzo è già confermato.')).toBeVisible()
    await expect(section(page, 'Accesso')).toContainText('dora@example.it · confermata')
    await expect(page.getByRole('button', { name: 'Aggiungi una passkey' })).toBeVisible()
  })

  test('Elsa has the link sent again, and reads what to do when that fails', async ({ createBrowserUser }) => {
    const { page } = await createBrowserUser('elsa')
    await page.goto('/security')
    await page.getByRole('button', { name: 'Manda di nuovo il link' }).click()
    await expect(page.getByText('Ti abbiamo scritto: apri il link nell’email entro un’ora.')).toBeVisible()
    await failCall(page, 'sendEmailConfirmation')
    await page.getByRole('button', { name: 'Manda di nuovo il link' }).click()
    await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  })
})

test('Bruno ends one session, then all of them, and the open pages go to the login by themselves', async ({
  createBrowserUser,
  openBrowser,
}) => {
  const { page } = await createBrowserUser('bruno')
  const desk = await openBrowser(milano)
  const tablet = await openBrowser(milano)
  for (const { page } of [desk, tablet]) {
    await page.goto('/login')
    await signIn(page, 'bruno@example.it')
    await expect(page).toHaveURL(/\/feed$/)
  }
  await page.goto('/security')
  const otherDevices = section(page, 'Dispositivi').getByRole('button', { name: /^Esci da Chrome su Linux/ })
  await expect(otherDevices).toHaveCount(2)
  await otherDevices.first().click()
  await expect(page.getByText('Dispositivo disconnesso.')).toBeVisible()
  await expect(otherDevices).toHaveCount(1)
  await expect(tablet.page).toHaveURL(/\/login$/)
  await expect(desk.page).toHaveURL(/\/feed$/)

  await page.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
  const question = page.getByRole('alertdialog', { name: 'Uscire ovunque?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Esci da tutti i dispositivi' }).click()
  await question.getByRole('button', { name: 'Esci ovunque' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(desk.page).toHaveURL(/\/login$/)
  expect(await desk.page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test.describe('On a server with a hostname', () => {
  test.use({ hasHostname: true })

  test('Elena adds a passkey, signs in with it, then with one-time recovery codes, and removes it', async ({
    createBrowserUser,
  }) => {
    const { page, context } = await createBrowserUser('elena')
    await context.grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write'])
    const device = await addVirtualAuthenticator(page)
    await page.goto('/security')
    await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
    await confirmWithPassword(page, 'Continua', 'non è questa')
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('La password non è corretta.')
    await page.getByRole('dialog').getByLabel('Nome').fill('Il mio telefono')
    await expectAccessible(page)
    await confirmWithPassword(page, 'Continua')

    const codesDialog = page.getByRole('dialog', { name: 'I tuoi codici di recupero' })
    await expect(codesDialog.getByRole('listitem')).toHaveCount(10)
    const codes = await codesDialog.getByRole('listitem').allTextContents()
    await expectAccessible(page)
    await codesDialog.getByRole('button', { name: 'Copia' }).click()
    await expect(page.getByText('Codici copiati.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    const downloadEvent = page.waitForEvent('download')
    await codesDialog.getByRole('button', { name: 'Scarica' }).click()
    const download = await downloadEvent
    expect(download.suggestedFilename()).toBe('codici-dintorni.txt')
    expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'))
    await page.keyboard.press('Escape')
    await expect(codesDialog).toBeVisible()
    await codesDialog.getByRole('button', { name: 'Li ho salvati' }).click()
    await expect(section(page, 'Passkey')).toContainText('Il mio telefono')
    await expect(section(page, 'Passkey')).toContainText('Te ne restano 10.')
    await expectAccessible(page)

    await signOutFromFeed(page)
    await signIn(page, 'elena@example.it')
    await expect(page.getByRole('heading', { name: 'Sei proprio tu?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Usa la passkey' }).click()
    await expect(page).toHaveURL(/\/feed$/)

    await signOutFromFeed(page)
    await device.remove()
    await signIn(page, 'elena@example.it')
    await page.getByRole('button', { name: 'Usa un codice di recupero' }).click()
    const field = page.getByLabel('Codice di recupero')
    await expect(field).toBeFocused()
    await field.fill('0000-0000-0000-0000')
    await page.getByRole('button', { name: 'Entra' }).click()
    await expect(page.getByRole('alert')).toHaveText('Il codice di recupero non è corretto, o è già stato usato.')
    await expectAccessible(page)
    await field.fill(codes[0]!.toLowerCase())
    await page.getByRole('button', { name: 'Entra' }).click()
    await expect(page).toHaveURL(/\/feed$/)

    await signOutFromFeed(page)
    await signIn(page, 'elena@example.it')
    await page.getByRole('button', { name: 'Usa un codice di recupero' }).click()
    await field.fill(codes[0]!)
    await page.getByRole('button', { name: 'Entra' }).click()
    await expect(page.getByRole('alert')).toHaveText('Il codice di recupero non è corretto, o è già stato usato.')
    await field.fill(codes[1]!)
    await page.getByRole('button', { name: 'Entra' }).click()
    await expect(page).toHaveURL(/\/feed$/)

    await page.goto('/security')
    await expect(section(page, 'Passkey')).toContainText('Te ne restano 8.')
    await page.getByRole('button', { name: 'Nuovi codici' }).click()
    await confirmWithPassword(page, 'Crea i codici')
    await expect(codesDialog.getByRole('listitem')).toHaveCount(10)
    await codesDialog.getByRole('button', { name: 'Li ho salvati' }).click()
    await page.getByRole('button', { name: 'Rimuovi Il mio telefono' }).click()
    await confirmWithPassword(page, 'Rimuovi')
    await expect(page.getByText('Passkey rimossa.')).toBeVisible()
    await expect(section(page, 'Passkey')).not.toContainText('Codici di recupero')
    await signOutFromFeed(page)
    await signIn(page, 'elena@example.it')
    await expect(page).toHaveURL(/\/feed$/)
  })

  test('Leaving the second step keeps the typed address; an expired second step starts again', async ({
    createBrowserUser,
    db,
  }) => {
    const { page, callOk } = await createBrowserUser('fabio')
    const device = await addVirtualAuthenticator(page)
    await page.goto('/security')
    await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
    await confirmWithPassword(page, 'Continua')
    await page.getByRole('button', { name: 'Li ho salvati' }).click()
    await expect(section(page, 'Passkey')).toContainText('Chrome su Linux')
    await callOk('endAllSessions', {})
    await expect(page).toHaveURL(/\/login$/)

    await signIn(page, 'fabio@example.it')
    await page.getByRole('button', { name: 'Torna indietro' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('fabio@example.it')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

    await signIn(page, 'fabio@example.it')
    await expect(page.getByRole('button', { name: 'Usa la passkey' })).toBeFocused()
    await sql`UPDATE passkey_tickets SET expires_at = now() - interval '1 second'`.execute(db)
    await page.getByRole('button', { name: 'Usa la passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText('Questo accesso è scaduto: inserisci di nuovo email e password.')
    await expect(page.getByLabel('Email')).toHaveValue('fabio@example.it')

    await device.remove()
    await addVirtualAuthenticator(page)
    await signIn(page, 'fabio@example.it')
    await page.getByRole('button', { name: 'Usa la passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('La richiesta della passkey è stata annullata')
  })
})

test('Gina gives a robot a token, sees it once, and revokes it', async ({ createBrowserUser, server }) => {
  const { page, context } = await createBrowserUser('gina')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/security')
  const tokens = section(page, 'Token di accesso')
  await tokens.getByRole('button', { name: 'Crea un token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crea un token' })
  await dialog.getByRole('switch', { name: 'Leggere' }).click()
  await dialog.getByRole('button', { name: 'Crea un token' }).click()
  await expect(dialog.getByText('Dai un nome al token.')).toBeVisible()
  await expect(dialog.getByText('Scegli almeno un permesso.')).toBeVisible()
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  await dialog.getByLabel('Nome').fill('Bot del quartiere')
  await dialog.getByRole('switch', { name: 'Leggere' }).click()
  await dialog.getByLabel('Durata').selectOption('Un anno')
  await expectAccessible(page)
  await confirmWithPassword(page, 'Crea un token', 'non è questa')
  await expect(dialog.getByRole('alert')).toHaveText('La password non è corretta.')
  await confirmWithPassword(page, 'Crea un token')

  const shown = page.getByRole('dialog', { name: 'Il tuo token' })
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Copia', exact: true }).click()
  await expect(page.getByText('Token copiato.')).toBeVisible()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  await expect(shown.getByText(token)).toBeVisible()
  await shown.getByRole('button', { name: 'L’ho copiato' }).click()

  const read = () => fetch(new URL(urlOf('getFeed', {}), server.url), { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status).toBe(200)
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(tokens).toContainText('Bot del quartiere')
  await expect(tokens).toContainText('Leggere')
  await expect(tokens).toContainText(/Usato (oggi|ieri)/)
  await expect(page.getByText(token)).toHaveCount(0)
  await expectAccessible(page)
  await tokens.getByRole('button', { name: 'Revoca Bot del quartiere' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Revoca' }).click()
  await expect(page.getByText('Token revocato.')).toBeVisible()
  await expect(tokens).not.toContainText('Bot del quartiere')
  expect((await read()).status).toBe(401)
})
