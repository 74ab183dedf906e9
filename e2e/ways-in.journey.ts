import type { Page } from '@playwright/test'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotion } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { mainNavigation } from './support/navigation.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'
import { signIn, signOut } from './support/sign-in.ts'

test.use(withMotion)

const step = (page: Page, number: number) => page.getByRole('region', { name: `Passo ${number} di 6` })

test('A link to a place leads there after signing in, with the position asked only of the browser @core', async ({
  createApiUser,
  visitor: { page },
}) => {
  const bruno = await createApiUser('bruno')
  const place = await findPlaceAt(bruno)
  await page.goto(`/location/${place}`)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, emailOf('bruno'))
  await expect(page).toHaveURL(new RegExp(`/location/${place}$`))
  await expect(page.getByRole('heading', { name: /^Piazza del Duomo/ }).first()).toBeVisible()
})

test('Without the permission for the position, a link leads on after a town was chosen', async ({
  createApiUser,
  visitor: { page, context },
}) => {
  const bruno = await createApiUser('bruno')
  const place = await findPlaceAt(bruno)
  await context.clearPermissions()
  await page.goto(`/location/${place}`)
  await signIn(page, emailOf('bruno'))
  await expect(page).toHaveURL(/\/required-location$/)
  await page.reload()
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByRole('dialog').getByLabel('Cerca una città').fill('Bergam')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bergamo/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/location/${place}$`))
})

test('A link to comments leads back there through registration and onboarding', async ({
  createApiUser,
  visitor: { page },
}) => {
  const { id } = await publishPost(await createApiUser('bruno'), 'Chi va piano')
  await page.goto(`/comments/${id}`)
  await page.getByRole('link', { name: 'Accedi per commentare' }).click()
  await page.getByRole('link', { name: 'Registrati' }).click()
  await page.getByLabel('Username').fill('carla')
  await page.getByLabel('Email').fill('carla@example.it')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('heading', { name: 'Ciao, carla' })).toBeVisible()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Posizione trovata')).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(new RegExp(`/comments/${id}$`))
})

test('Nobody is led to another site after signing in', async ({ createApiUser, visitor: { page } }) => {
  await createApiUser('bruno')
  for (const path of ['//evil.example/feed', '/%5Cevil.example', '/login?next=//evil.example']) {
    await page.goto('/login')
    await page.evaluate((address) => window.location.assign(window.location.origin + address), path)
    await signIn(page, emailOf('bruno'))
    await expect(page.getByRole('heading', { name: 'Accedi' })).toHaveCount(0)
    await expect(mainNavigation(page)).toBeVisible()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Esci' }).click()
    await page.getByRole('button', { name: 'Conferma' }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('A person who signs in after somebody has signed out starts at the feed', async ({
  createBrowserUser,
  createApiUser,
}) => {
  await createApiUser('bruno')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await signOut(page)
  await signIn(page, emailOf('bruno'))
  await expect(page).toHaveURL(/\/feed$/)
})

test('Terms, privacy and the welcome can be read signed out, and the registration names them', async ({
  visitor: { page, context },
}) => {
  await page.goto('/register')
  await expect(page.getByText('Registrandoti accetti i Termini e Condizioni')).toBeVisible()
  await page.getByLabel('Username').fill('carla')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Termini e Condizioni' }).first().click()
  const terms = await opened
  await expect(terms.getByRole('heading', { name: 'Termini e Condizioni', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('carla')
  await page.getByRole('link', { name: 'Che cos’è Dintorni' }).click()
  await expect(page.getByRole('heading', { name: 'La piazza, in tasca' })).toBeVisible()
  await page.getByRole('link', { name: 'Privacy Policies' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policies', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByRole('heading', { name: 'La piazza, in tasca' })).toBeVisible()
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  await page.getByRole('link', { name: 'Registrati' }).click()
  await expect(page.getByRole('heading', { name: 'Registrati' })).toBeVisible()
})

test('The onboarding goes on where it was left, and leads nowhere else meanwhile', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Chi va piano')
  const { page } = await createBrowserUser('anna', { onboarded: false })
  await page.goto('/onboarding?step=4')
  await expect(step(page, 4).getByRole('listitem').first()).toBeVisible()
  await expect(step(page, 4).getByRole('link')).toHaveCount(0)
  for (const path of ['/feed', `/profile/${bruno.user.id}`, '/settings', '/']) {
    await page.goto(path)
    await expect(step(page, 4)).toBeVisible()
    await expect(mainNavigation(page)).toHaveCount(0)
  }
  // Signing in leads to the page that was requested last.
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await page.goto('/feed')
  await expect(cardWithText(page, 'Chi va piano')).toBeVisible()
})
