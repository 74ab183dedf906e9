import type { Page } from '@playwright/test'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { expect, test, withMotion } from './support/fixtures.ts'
import { mainNavigation } from './support/navigation.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'
import { signIn, signOut } from './support/sign-in.ts'
import { chooseBergamo } from './support/town.ts'

test.use(withMotion)

const step = (page: Page, number: number) => page.getByRole('region', { name: `Passo ${number} di 6` })

test('A link to a place leads there after signing in, with the position asked only of the browser @core', async ({
  bruno,
  visitor: { page },
}) => {
  const place = await findPlaceAt(bruno)
  await page.goto(`/location/${place}`)
  await page.getByRole('link', { name: 'Accedi per scrivere qui' }).click()
  await signIn(page, emailOf('bruno'))
  await expect(page).toHaveURL(new RegExp(`/location/${place}$`))
  await expect(page.getByRole('heading', { name: /^Piazza del Duomo/ }).first()).toBeVisible()
})

test('Without the permission for the position, a link leads on after a town was chosen', async ({
  bruno,
  visitor: { page, context },
}) => {
  const place = await findPlaceAt(bruno)
  await context.clearPermissions()
  await page.goto(`/location/${place}`)
  await page.getByRole('link', { name: 'Accedi per scrivere qui' }).click()
  await signIn(page, emailOf('bruno'))
  await expect(page).toHaveURL(/\/required-location$/)
  await page.reload()
  await chooseBergamo(page)
  await expect(page).toHaveURL(new RegExp(`/location/${place}$`))
  await page.goto('/feed')
  await expect(page.getByRole('button', { name: 'Bergamo, 5 km. Cambia luogo o distanza' })).toBeVisible()
})

test('A link to comments leads back there through registration and an onboarding that denies the position', async ({
  createApiUser,
  visitor: { page, context },
}) => {
  await context.clearPermissions()
  const { id } = await publishPost(await createApiUser('bruno'), 'Chi va piano')
  await page.goto(`/comments/${id}`)
  await page.getByRole('link', { name: 'Accedi per commentare' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Registrati' }).click()
  await page.getByLabel('Username').fill('carla')
  await page.getByLabel('Email').fill('carla@example.it')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('heading', { name: 'Ciao, carla' })).toBeVisible()
  await page.goto('/onboarding?step=5')
  await expect(step(page, 1)).toBeVisible()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Il browser non permette di usare la posizione. Puoi permetterlo nelle impostazioni di questo sito, oppure scegliere una città.',
  )
  await chooseBergamo(page)
  await expect(page.getByText('La tua città: Bergamo')).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(new RegExp(`/comments/${id}$`))
})

test('Signed out, other pages lead to the login; whoever signs in next starts at the feed, and stays signed in there', async ({
  page,
  createApiUser,
  visitor,
}) => {
  await visitor.page.goto('/new-spot')
  await expect(visitor.page).toHaveURL(/\/login$/)
  await createApiUser('bruno')
  await page.goto('/feed')
  await signOut(page)
  await signIn(page, emailOf('bruno'))
  await expect(page).toHaveURL(/\/feed$/)
  await page.goto('/register')
  await expect(page).toHaveURL(/\/feed$/)
})

test('Terms, privacy and the welcome can be read signed out, and the registration names them', async ({
  visitor: { page, context },
}) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('carla')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Termini e Condizioni' }).first().click()
  const terms = await opened
  await expect(terms.getByRole('heading', { name: 'Termini e Condizioni', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('carla')
  await page.getByRole('link', { name: 'Che cos’è Dintorni' }).click()
  await expect(page.getByRole('heading', { name: 'La piazza, in tasca' })).toBeVisible()
  await page.getByRole('link', { name: 'Privacy Policies' }).click()
  await page.getByRole('navigation', { name: 'In questa pagina' }).getByRole('link', { name: 'Le foto' }).click()
  const heading = page.getByRole('heading', { name: 'Le foto' })
  // Below the header of the page.
  await expect.poll(() => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top))).toBe(76)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByRole('heading', { name: 'La piazza, in tasca' })).toBeVisible()
  await page.getByRole('link', { name: 'Registrati' }).click()
  await expect(page.getByRole('heading', { name: 'Registrati' })).toBeVisible()
})

test('The onboarding goes on where it was left, and leads nowhere else meanwhile', async ({
  bruno,
  createBrowserUser,
}) => {
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
