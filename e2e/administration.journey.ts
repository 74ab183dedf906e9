import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { takeBackupLock } from '#server/database/backup-lock.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { failCall } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'

test('Ada sees how the server is, suspends Bruno with a reason, and reinstates him', async ({
  createBrowserUser,
  db,
}) => {
  const ada = await createBrowserUser('ada')
  const bruno = await createBrowserUser('bruno')
  await publishPost(bruno, 'Compra adesso')
  await bruno.page.goto('/feed')
  await changeRole(db, { actorId: null, userId: ada.user.id, role: 'administrator' })
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
  await expect(people.getByRole('listitem').filter({ hasText: 'ada' })).toContainText('Amministratore')
  await expect(page.getByRole('button', { name: 'Opzioni per ada' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Cerca un nome' }).fill('nessun altro')
  await expect(page.getByText('Nessuno ha un nome che comincia con «nessun altro»')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Cerca un nome' }).fill('BRU')
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Opzioni per bruno' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sospendi' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sospendere l’account?' })
  await question.getByLabel('Nota').fill('Pubblicità')
  const restore = await failCall(page, 'suspendUser')
  await question.getByRole('button', { name: 'Sospendi' }).click()
  await expect(question.getByRole('alert')).toContainText('Errore di rete')
  await expect(question.getByLabel('Nota')).toHaveValue('Pubblicità')
  await restore()
  await question.getByRole('button', { name: 'Sospendi' }).click()
  await expect(people.getByRole('listitem')).toContainText('Sospeso')
  await expect(bruno.page).toHaveURL(/\/login$/)
  await signIn(bruno.page, 'bruno@example.it')
  await expect(bruno.page.getByRole('alert')).toContainText('«Pubblicità»')

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

test('Ada makes Carla a moderator and takes it back; the log lists both @core', async ({ createBrowserUser, db }) => {
  const ada = await createBrowserUser('ada')
  const carla = await createBrowserUser('carla')
  await changeRole(db, { actorId: null, userId: ada.user.id, role: 'administrator' })
  const { page } = ada
  const change = async (item: string) => {
    await page.getByRole('button', { name: 'Opzioni per carla' }).click()
    await page.getByRole('button', { name: item }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: item }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await page.goto('/administration/people')
  await change('Nomina moderatore')
  await expect(page.getByText('Ora modera')).toBeVisible()
  await page.getByRole('radio', { name: 'Chi modera' }).check()
  await expect(page.getByRole('list', { name: 'Persone' }).getByRole('listitem')).toHaveCount(2)
  await carla.page.goto('/moderation')
  await expect(carla.page.getByRole('heading', { level: 1, name: 'Moderazione' })).toBeVisible()
  // A moderator is no administrator.
  for (const hidden of ['/administration', '/administration/people']) {
    await carla.page.goto(hidden)
    await expect(carla.page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  }
  await change('Togli dai moderatori')
  await expect(page.getByText('Non è più tra i moderatori')).toBeVisible()
  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Registro' }).click()
  const log = page.getByRole('list', { name: 'Registro' })
  await expect(log).toContainText('ada ha tolto carla dai moderatori')
  await expect(log).toContainText('ada ha nominato carla moderatore')
  await expect(log).toContainText('Chi gestisce il server ha nominato ada amministratore')
})

test('Ada asks for a backup, and sees when it is there', async ({
  browser,
  createApiUser,
  databaseUrl,
  dataDir,
  db,
}) => {
  // A backup gives way to everything else on the machine, and a request waits half a minute for the next check.
  test.setTimeout(360_000)
  const backupTimeoutMs = 150_000
  const { user } = await createApiUser('ada')
  await changeRole(db, { actorId: null, userId: user.id, role: 'administrator' })
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
    const countBackups = async () =>
      (await sql<{ count: number }>`SELECT count(*)::int AS count FROM backups WHERE bytes IS NOT NULL`.execute(db))
        .rows[0]?.count
    // The one of the schedule, which was missed.
    await expect.poll(countBackups, { timeout: backupTimeoutMs }).toBe(1)
    await page.goto('/administration')
    await expect(page.getByText(/^Ultimo backup: .+ kB\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Fai un backup adesso' }).click()
    await expect(
      page.getByText(/^Uno è stato chiesto, e comincia a momenti|^Il server ne sta facendo uno/),
    ).toBeVisible()
    await expectAccessible(page)
    await expect.poll(countBackups, { timeout: backupTimeoutMs }).toBe(2)
    const request = page.getByRole('button', { name: 'Fai un backup adesso' })
    await expect(request).toBeVisible({ timeout: 60_000 })

    // Somebody takes one by hand.
    const session = new pg.Client(databaseUrl)
    await session.connect()
    await takeBackupLock(session)
    await page.reload()
    await expect(page.getByText('Il server ne sta facendo uno.')).toBeVisible()
    await expect(request).toBeHidden()
    await session.end()
    await expect(request).toBeVisible()
    const log = await db.selectFrom('moderation_log').select(['action', 'moderator_id']).execute()
    expect(log).toContainEqual({ action: 'request_backup', moderator_id: user.id })
    await context.close()
  } finally {
    await server.stop()
  }
})
