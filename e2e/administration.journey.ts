import path from 'node:path'
import { endBackup, insertBackup } from '#server/backup/backups.queries.ts'
import { insertPasskey } from '#server/auth/passkeys.queries.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { sql } from '#server/testing/sql.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'

test('Ada sees how the server is, suspends Bruno with a reason, and reinstates him', async ({
  ada,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  await publishPost(bruno, 'Compra adesso')
  await bruno.page.goto('/feed')
  const { page } = ada
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Amministrazione' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Amministrazione' })).toBeVisible()
  await expect(page).toHaveTitle(/Amministrazione$/)
  await expect(page.getByRole('article', { name: 'Persone' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Post nuovi negli ultimi 30 giorni: da / })).toBeVisible()
  await expect(page.getByText('Il server non fa backup da solo.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Persone' }).click()
  const people = page.getByRole('list', { name: 'Persone' })
  await expect(people.getByRole('listitem').filter({ hasText: 'ada' })).toContainText('Amministra')
  await expect(page.getByRole('button', { name: 'Opzioni per ada' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Cerca un nome o un indirizzo email' }).fill('BRU')
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Opzioni per bruno' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sospendi' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sospendere l’account?' })
  await question.getByLabel('Nota').fill('Pubblicità')
  await question.getByRole('button', { name: 'Sospendi' }).click()
  await expect(people.getByRole('listitem')).toContainText('Sospeso')
  await expect(bruno.page).toHaveURL(/\/login$/)

  await page.getByRole('button', { name: 'Opzioni per bruno' }).click()
  await page.getByRole('button', { name: 'Riattiva' }).click()
  await page
    .getByRole('alertdialog', { name: 'Riattivare l’account?' })
    .getByRole('button', { name: 'Riattiva' })
    .click()
  await expect(people.getByRole('listitem')).not.toContainText('Sospeso')
  await signIn(bruno.page, 'bruno@example.it')
  await expect(cardWithText(bruno.page, 'Compra adesso')).toBeVisible()
})

test('Ada makes Carla a moderator and takes it back; the log lists both @core', async ({ ada, createBrowserUser }) => {
  const carla = await createBrowserUser('carla')
  const { page } = ada
  const change = async (item: string) => {
    await page.getByRole('button', { name: 'Opzioni per carla' }).click()
    await page.getByRole('button', { name: item }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: item }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await page.goto('/administration/people')
  await change('Affida la moderazione')
  await expect(page.getByText('Ora modera')).toBeVisible()
  await carla.page.goto('/moderation')
  await expect(carla.page.getByRole('heading', { level: 1, name: 'Moderazione' })).toBeVisible()
  // A moderator is no administrator.
  for (const hidden of ['/administration', '/administration/people']) {
    await carla.page.goto(hidden)
    await expect(carla.page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  }
  await change('Togli la moderazione')
  await expect(page.getByText('Non è più tra i moderatori')).toBeVisible()
  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Registro' }).click()
  const log = page.getByRole('list', { name: 'Registro' })
  await expect(log).toContainText('ada ha tolto la moderazione a carla')
  await expect(log).toContainText('ada ha affidato la moderazione a carla')
})

test('Ada finds an account by its address, removes a lost second factor, and deletes it @core', async ({
  ada,
  bruno,
  db,
}) => {
  const passkey = { credential_id: 'x', public_key: Buffer.from('x'), counter: 0, transports: [], name: 'Telefono' }
  await insertPasskey(db, { user_id: bruno.user.id, ...passkey })
  const { page } = ada
  await page.goto('/administration/people')
  const search = page.getByRole('searchbox', { name: 'Cerca un nome o un indirizzo email' })
  const find = page.getByRole('button', { name: 'Cerca l’indirizzo' })
  await search.fill('bruno@example.it')
  await find.click()
  const sheet = page.getByRole('dialog', { name: 'bruno' })
  await expect(sheet).toContainText('bruno@example.it · non confermata')
  await expect(sheet).toContainText('1 passkey, 0 codici di recupero')
  await expectAccessible(page)

  await sheet.getByRole('button', { name: 'Togli passkey e codici' }).click()
  const factor = page.getByRole('dialog', { name: 'Togliere le passkey a bruno?' })
  await factor.getByRole('textbox', { name: 'La tua password' }).fill(password)
  await factor.getByRole('button', { name: 'Togli' }).click()
  await expect(page.getByText('Passkey e codici di recupero rimossi.')).toBeVisible()

  await search.fill('bru')
  await page.getByRole('button', { name: 'Opzioni per bruno' }).click()
  await page.getByRole('button', { name: 'Account e accesso' }).click()
  await expect(sheet).toContainText('Nessuno: per entrare basta la password')
  // The servers of journeys send no e-mail.
  await expect(sheet.getByText('Questo server non manda email')).toBeVisible()
  await sheet.getByRole('button', { name: 'Elimina l’account' }).click()
  const deletion = page.getByRole('dialog', { name: 'Eliminare l’account di bruno?' })
  await deletion.getByLabel('Nota').fill('L’ha chiesto per posta')
  await deletion.getByRole('textbox', { name: 'La tua password' }).fill(password)
  await expectAccessible(page)
  await deletion.getByRole('button', { name: 'Elimina' }).click()
  await expect(page.getByText('Nessuno ha un nome che comincia con «bru»')).toBeVisible()
  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Registro' }).click()
  const log = page.getByRole('list', { name: 'Registro' })
  await expect(log).toContainText('ada ha eliminato un account')
  await expect(log).toContainText('«L’ha chiesto per posta»')
})

test('Ada sees the last backup, asks for one, and sees when the server takes it', async ({
  browser,
  createApiUser,
  databaseUrl,
  dataDir,
  db,
}) => {
  const { user } = await createApiUser('ada')
  await changeRole(db, { actorId: null, userId: user.id, role: 'administrator' })
  const backup = await insertBackup.first(db, new Date(), 'dintorni.tar')
  await endBackup(db, backup!.id, 501_400)
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BACKUP_DIR: path.join(dataDir, 'backups'),
  })
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: 'it-IT' })
    const page = await context.newPage()
    await page.goto('/login')
    await signIn(page, 'ada@example.it')
    await expect(page).not.toHaveURL(/login/)
    await page.goto('/administration')
    await expect(page.getByText(/^Ultimo backup: .+ 501,4 kB\.$/)).toBeVisible()
    const request = page.getByRole('button', { name: 'Fai un backup adesso' })
    await expect(request).toBeVisible()

    await request.click()
    await expect(
      page.getByText(/^Uno è stato chiesto, e comincia a momenti|^Il server ne sta facendo uno/),
    ).toBeVisible()
    await expectAccessible(page)
    const log = await sql`SELECT action, moderator_id FROM moderation_log`.all(db)
    expect(log).toContainEqual({ action: 'request_backup', moderator_id: user.id })
    await context.close()
  } finally {
    await server.stop()
  }
})
