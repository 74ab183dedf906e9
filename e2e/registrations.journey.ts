import { password } from '#server/testing/fixtures/api-client.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

async function fillIn(page: Page, name: string, email = `${name}@example.it`): Promise<void> {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()
}

test('Ada lets in only whom she invites: Bruno comes in, and Carla reads that the invitation is used', async ({
  ada,
  visitor,
  browser,
  server,
}) => {
  const { page } = ada
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/administration')
  await page.getByRole('link', { name: 'Iscrizioni', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Chiunque' })).toBeChecked()
  await page.getByRole('radio', { name: 'Solo chi ha un invito' }).check()
  await expect(page.getByText('Ora si iscrive solo chi ha un invito')).toBeVisible()
  await expectAccessible(page)

  await visitor.page.goto('/register')
  await expect(visitor.page.getByText('Su questo server ci si iscrive solo con un invito.')).toBeVisible()
  await expect(visitor.page.getByLabel('Username')).toHaveCount(0)
  await expectAccessible(visitor.page)

  await page.getByRole('button', { name: 'Crea un invito' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crea un invito' })
  await dialog.getByLabel('Per chi è').fill('per Bruno')
  await dialog.getByLabel('Quante persone').fill('1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Crea un invito' }).click()
  const shown = page.getByRole('dialog', { name: 'Il link dell’invito' })
  await shown.getByRole('button', { name: 'Copia', exact: true }).click()
  await expect(page.getByText('Link copiato.')).toBeVisible()
  const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'L’ho copiato' }).click()
  await expect(page.getByText(hash.slice(1))).toHaveCount(0)

  await visitor.page.goto('about:blank')
  await visitor.page.goto(`/register${hash}`)
  await expect(visitor.page.getByText('Hai un invito')).toBeVisible()
  await expectAccessible(visitor.page)
  await fillIn(visitor.page, 'bruno')
  await expect(visitor.page).not.toHaveURL(/register/)

  const context = await browser.newContext({ baseURL: server.url, locale: 'it-IT' })
  const carla = await context.newPage()
  await carla.goto(`/register${hash}`)
  await fillIn(carla, 'carla')
  await expect(carla.getByRole('alert')).toContainText('Questo invito non vale più')
  await expect(carla.getByLabel('Username')).toHaveValue('carla')
  await context.close()

  await page.reload()
  await expect(page.getByText('Usato: 1 su 1 persona · da ada')).toBeVisible()
  await page.getByRole('button', { name: 'Ritira per Bruno' }).click()
  await page.getByRole('alertdialog', { name: 'Ritirare l’invito?' }).getByRole('button', { name: 'Ritira' }).click()
  await expect(page.getByText('per Bruno')).toHaveCount(0)
})

test('Ada closes registrations and blocks a domain; a visitor reads why', async ({ ada, visitor }) => {
  const { page } = ada
  await page.goto('/administration/registrations')
  await page.getByRole('button', { name: 'Blocca un indirizzo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Blocca un indirizzo' })
  await dialog.getByLabel('Indirizzo o dominio').fill('non è un dominio')
  await dialog.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Scrivi un indirizzo email o un dominio')
  await expectAccessible(page)
  await dialog.getByLabel('Indirizzo o dominio').fill('Spam.IT')
  await dialog.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page.getByText('Indirizzo bloccato')).toBeVisible()
  await page.getByLabel('Cerca tra gli indirizzi bloccati').fill('spam')
  await expect(page.getByRole('button', { name: 'Sblocca spam.it' })).toBeVisible()
  await expectAccessible(page)

  await visitor.page.goto('/register')
  await fillIn(visitor.page, 'zeno', 'zeno@posta.spam.it')
  await expect(visitor.page.getByRole('alert')).toContainText('Questo indirizzo email qui non si può usare')

  await page.getByRole('button', { name: 'Sblocca spam.it' }).click()
  await page.getByRole('alertdialog', { name: 'Sbloccare?' }).getByRole('button', { name: 'Sblocca' }).click()
  await expect(page.getByText('Indirizzo sbloccato')).toBeVisible()
  await page.getByRole('radio', { name: 'Nessuno' }).check()
  await expect(page.getByText('Le iscrizioni sono chiuse', { exact: true })).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.getByText('Su questo server le iscrizioni sono chiuse.')).toBeVisible()
  await expectAccessible(visitor.page)
})
