import type { Page } from '@playwright/test'
import { photoFile } from './support/photo-file.ts'
import { failCall, collectRequests } from './support/network.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { publishPost } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const step = (page: Page, number: number) => page.getByRole('region', { name: `Passo ${number} di 6` })
const goOn = (page: Page) => page.getByRole('button', { name: 'Avanti' }).click()

/** Presses "Avanti" from the current step to the given one. */
async function goToStep(page: Page, number: number): Promise<void> {
  const progress = page.getByRole('progressbar')
  for (let current = Number(await progress.getAttribute('value')); current < number; current++) {
    await goOn(page)
    await expect(step(page, current + 1)).toBeVisible()
  }
}

test('The onboarding has six steps, and everything followed and written on the way is saved @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Buongiorno dal Duomo')
  const { page, callOk } = await createBrowserUser('anna', { onboarded: false, located: false })
  await page.goto('/')
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByRole('heading', { name: 'Ciao, anna' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Avanti' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Indietro' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Posizione trovata')).toBeVisible()
  await goOn(page)

  await expect(step(page, 2).getByRole('heading', { name: 'La piazza, in tasca' })).toBeFocused()
  await expect(page.getByRole('progressbar', { name: 'Passo 2 di 6' })).toBeVisible()
  await goOn(page)

  await step(page, 3)
    .locator('input[type=file]')
    .setInputFiles(await photoFile())
  await step(page, 3).getByLabel('Bio').fill('Racconto quello che vedo dal tram')
  await goOn(page)

  await step(page, 4).getByRole('button', { name: 'Segui bruno' }).click()
  await expect(step(page, 4).getByRole('button', { name: 'Segui già bruno' })).toBeVisible()
  await goOn(page)

  const followed = step(page, 5).getByRole('listitem').filter({ hasText: 'Piazza del Duomo' })
  await followed.getByRole('button', { name: 'Segui Piazza del Duomo' }).click()
  await expect(followed.getByRole('button', { name: 'Seguito Piazza del Duomo' })).toBeVisible()
  await goOn(page)

  await expect(step(page, 6).getByRole('heading', { name: 'Decidi tu chi ti vede' })).toBeFocused()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)

  const { user } = await callOk('getAccount', {})
  expect(user).toMatchObject({
    onboarding_completed: 1,
    bio: 'Racconto quello che vedo dal tram',
    profile_pic: expect.stringContaining('/media/'),
  })
  const readFollowing = async () => (await callOk('getFollowing', { user_id: user.id })).following
  await expect.poll(async () => (await readFollowing()).map(({ username }) => username)).toEqual(['bruno'])
  const readPlaces = async () => (await callOk('getFollowedLocations', { user_id: user.id })).locations
  await expect.poll(async () => (await readPlaces()).map(({ name }) => name)).toEqual(['Piazza del Duomo'])
})

test('A person who denies the position sees an error, and can choose a town instead', async ({ createBrowserUser }) => {
  const { page, context } = await createBrowserUser('anna', { onboarded: false, located: false })
  await context.clearPermissions()
  await page.goto('/onboarding?step=5')
  await expect(step(page, 1)).toBeVisible()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Il browser non permette di usare la posizione. Puoi permetterlo nelle impostazioni di questo sito, oppure scegliere una città.',
  )
  await expect(page.getByRole('button', { name: 'Avanti' })).toBeDisabled()
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByRole('dialog').getByLabel('Cerca una città').fill('Bergam')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bergamo/ })
    .click()
  await expect(page.getByText('La tua città: Bergamo')).toBeVisible()
  await goToStep(page, 6)
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('Skipping completes the onboarding, and the position is requested later', async ({ createBrowserUser }) => {
  const { page, context, callOk } = await createBrowserUser('anna', { onboarded: false, located: false })
  await context.clearPermissions()
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/required-location$/)
  expect((await callOk('getAccount', {})).user.onboarding_completed).toBe(1)
  // The refusal comes after the page has looked whether it may locate without asking: allowed earlier, it would leave.
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toContainText('Il browser non permette di usare la posizione.')
  await context.grantPermissions(['geolocation'])
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('Back returns one step, in the header and in the browser; a reload keeps the step', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { onboarded: false })
  await page.goto('/onboarding')
  await goToStep(page, 4)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(step(page, 3).getByRole('heading')).toBeFocused()
  await step(page, 3).getByLabel('Bio').fill('Una bio a metà')
  await page.goBack()
  await expect(step(page, 2)).toBeVisible()
  await page.goForward()
  await expect(step(page, 3).getByLabel('Bio')).toHaveValue('Una bio a metà')

  await goToStep(page, 5)
  await page.reload()
  await expect(step(page, 5)).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(step(page, 4)).toBeVisible()

  await page.goto('/onboarding?step=3')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(step(page, 2)).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(step(page, 1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Indietro' })).toHaveCount(0)
})

test('A profile that fails to save says why and keeps its input; an unchanged profile is not sent', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { onboarded: false })
  await page.goto('/onboarding')
  await goToStep(page, 3)
  const saves = collectRequests(page, 'updateProfile')
  const restore = await failCall(page, 'updateProfile')
  const bio = step(page, 3).getByLabel('Bio')
  await bio.fill('x'.repeat(400))
  await expect(bio).toHaveValue('x'.repeat(320))
  await step(page, 3)
    .locator('input[type=file]')
    .setInputFiles(await photoFile())
  await expect(page.getByRole('button', { name: 'Rimuovi foto' })).toBeVisible()
  await goOn(page)
  await expect(page.getByRole('alert')).toHaveText('Errore di rete, riprova più tardi.')
  await expect(bio).toHaveValue('x'.repeat(320))
  await expect(page.getByRole('button', { name: 'Rimuovi foto' })).toBeVisible()
  await restore()
  await goOn(page)
  await expect(step(page, 4)).toBeVisible()

  expect(saves).toHaveLength(2)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(bio).toHaveValue('x'.repeat(320))
  await goOn(page)
  await expect(step(page, 4)).toBeVisible()
  expect(saves).toHaveLength(2)
})

test('Suggestions come in one call with a rounded position; without suggestions the steps say so', async ({
  createBrowserUser,
}) => {
  const { page, callOk } = await createBrowserUser('anna', {
    onboarded: false,
    at: { latitude: 38.71234, longitude: 10.41234 },
  })
  for (const { id } of await callOk('getNearbyLocations', { lat: 38.71, lon: 10.41 }))
    await callOk('followPlace', { place_id: id })
  await page.goto('/onboarding')
  const suggestionRequests = collectRequests(page, 'getOnboardingSuggestions')
  const restore = await failCall(page, 'getOnboardingSuggestions')
  await goToStep(page, 4)
  await expect(step(page, 4).getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await restore()
  await step(page, 4).getByRole('button', { name: 'Riprova' }).click()
  await expect(step(page, 4).getByRole('heading', { name: 'Per ora sei tra i primi' })).toBeVisible()
  const countBefore = suggestionRequests.length
  await goToStep(page, 5)
  await expect(step(page, 5).getByRole('heading', { name: 'La mappa è ancora bianca' })).toBeVisible()
  await goToStep(page, 6)
  expect(suggestionRequests).toHaveLength(countBefore)
  for (const request of suggestionRequests) expect(new URL(request.url()).search).toBe('?lat=38.71&lon=10.41')
})

test('People are led to the onboarding until they complete or skip it, and away from it afterwards', async ({
  createBrowserUser,
  visitor,
}) => {
  const anna = await createBrowserUser('anna', { onboarded: false })
  await anna.page.goto('/login')
  await expect(anna.page).toHaveURL(/\/onboarding$/)
  await visitor.page.goto('/login')
  await signIn(visitor.page, 'anna@example.it')
  await expect(visitor.page).toHaveURL(/\/onboarding$/)
  await goToStep(anna.page, 4)
  await anna.page.getByRole('button', { name: 'Skip' }).click()
  await expect(anna.page).toHaveURL(/\/feed$/)

  const bruno = await createBrowserUser('bruno')
  await bruno.page.goto('/onboarding')
  await expect(bruno.page).toHaveURL(/\/feed$/)
})

test('Completing the onboarding without a network shows an error, and can be retried', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { onboarded: false })
  await page.goto('/onboarding')
  await goToStep(page, 6)
  const restore = await failCall(page, 'completeOnboarding')
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(step(page, 6)).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('Every step is accessible, and no wider than a phone', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno_con_un_nome.davvero_lung'), 'Buongiorno dal Duomo')
  const { page } = await createBrowserUser('anna_con_un_nome.davvero_lungo', { onboarded: false, located: false })
  await page.goto('/onboarding')
  await expect(page.getByRole('button', { name: 'Avanti' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Posizione trovata')).toBeVisible()
  for (let number = 1; number <= 6; number++) {
    await goToStep(page, number)
    if (number === 4 || number === 5) await expect(step(page, number).getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
})
