import { photoFile } from './support/photo-file.ts'
import { expectLoaded } from './support/layout.ts'
import { choosePlace, waitUntilPublished } from './support/posts.ts'
import { signIn, signOut } from './support/sign-in.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { expect, milano, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

// The main task on the embedded database: from an empty folder to a post that survives a power cut.

test('Alice registers, posts, likes, comments and signs out; all is there after the server was killed', async ({
  browser,
  dataDir,
}) => {
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
  await choosePlace(page, /Piazza del Duomo/)
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await waitUntilPublished(page)

  const post = page.getByRole('article', { name: 'Post di alice.r' })
  await expect(post).toContainText('Il tram numero uno è sempre il più bello.')
  await post.getByRole('button', { name: 'Mi piace' }).click()
  await expect(post.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
  await post.getByRole('link', { name: /commenti$/ }).click()
  await page.getByPlaceholder('Scrivi un commento...').fill('E non è mai in ritardo.')
  await page.getByRole('button', { name: 'Invia il commento' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'E non è mai in ritardo.' })).toBeVisible()

  await page.goto('/feed')
  await signOut(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await server.kill()
  server = await startServer(environment)

  await page.goto('/login')
  await signIn(page, 'alice@example.it')
  // The browser has the permission: nobody asks for the position again.
  await expect(page).toHaveURL(/\/feed$/)
  await expect(post).toContainText('Piazza del Duomo')
  await expect(post.getByRole('button', { name: 'Mi piace' })).toHaveAttribute('aria-pressed', 'true')
  await expect(post.getByRole('link', { name: '1 commento' })).toBeVisible()
  const picture = post.getByRole('img', { name: 'Foto di alice.r a Piazza del Duomo' })
  await expectLoaded(picture)

  await context.close()
  await server.stop()
})
