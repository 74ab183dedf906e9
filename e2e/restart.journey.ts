import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { photoFile } from './support/photo-file.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { expect, milano, password, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

// The main job, on the embedded database: from an empty folder to a post that survives a power cut.

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('alice@example.it')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

test('Alice registers, posts, likes, comments and signs out; all is there after the server was killed', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-restart-'))
  const environment = { DATA_DIR: dataDir, PORT: String(await findFreePort()), DATABASE_URL: '' }
  let server: ServerProcess = await startServer(environment)
  const context = await browser.newContext({ baseURL: server.url, geolocation: milano, permissions: ['geolocation'] })
  const page = await context.newPage()

  await page.goto('/')
  await page.getByRole('link', { name: 'Registrati' }).click()
  await page.getByLabel('Username').fill('alice.r')
  await page.getByLabel('Email').fill('alice@example.it')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()

  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Posizione trovata')).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(page.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()

  await page
    .getByRole('link', { name: /Nuovo post/i })
    .first()
    .click()
  await page.getByLabel('Testo del post').fill('Il tram numero uno è sempre il più bello.')
  await page.locator('input[type=file]:not([capture])').setInputFiles(await photoFile())
  await expect(page.getByRole('img', { name: "Anteprima dell'immagine" })).toBeVisible()
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await page
    .getByRole('dialog', { name: 'Dove sei?' })
    .getByRole('button', { name: /Piazza del Duomo/ })
    .click()
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
  await expect(page).toHaveURL(/\/feed$/)

  const post = page.getByRole('article', { name: 'Post di alice.r' })
  await expect(post).toContainText('Il tram numero uno è sempre il più bello.')
  await post.getByRole('button', { name: 'Mi piace' }).click()
  await expect(post.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
  await post.getByRole('link', { name: /commenti$/ }).click()
  await page.getByPlaceholder('Scrivi un commento...').fill('E non è mai in ritardo.')
  await page.getByRole('button', { name: 'Invia il commento' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'E non è mai in ritardo.' })).toBeVisible()

  await page.goto('/feed')
  await page.getByRole('link', { name: 'Profilo' }).click()
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await page.getByRole('button', { name: 'Esci' }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await server.kill()
  server = await startServer(environment)

  await page.goto('/login')
  await signIn(page)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(post).toContainText('Piazza del Duomo')
  await expect(post.getByRole('button', { name: 'Mi piace' })).toHaveAttribute('aria-pressed', 'true')
  await expect(post.getByRole('link', { name: '1 commento' })).toBeVisible()
  const picture = post.getByRole('img', { name: 'Foto di alice.r a Piazza del Duomo' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await context.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
