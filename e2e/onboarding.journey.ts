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
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Sei dalle parti di Milano')).toBeVisible()
  await goOn(page)

  await expect(step(page, 2).getByRole('heading', { name: 'La piazza, in tasca' })).toBeFocused()
  await goOn(page)

  await step(page, 3)
    .locator('input[type=file]')
    .setInputFiles(await photoFile())
  await page.getByRole('dialog', { name: 'Ritaglia la foto' }).getByRole('button', { name: 'Applica' }).click()
  await step(page, 3).getByLabel('Bio').fill('Racconto quello che vedo dal tram')
  await goOn(page)

  await expect(step(page, 4).getByRole('listitem')).toContainText('Ha scritto da Piazza del Duomo')
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

  const readAccount = async () => (await callOk('getAccount', {})).user
  await expect.poll(readAccount).toMatchObject({
    onboarding_completed: 1,
    bio: 'Racconto quello che vedo dal tram',
    profile_pic: expect.stringContaining('/media/'),
  })
  const user = await readAccount()
  const readFollowing = async () => (await callOk('getFollowing', { user_id: user.id })).following
  await expect.poll(async () => (await readFollowing()).map(({ username }) => username)).toEqual(['bruno'])
  const readPlaces = async () => (await callOk('getFollowedLocations', { user_id: user.id })).locations
  await expect.poll(async () => (await readPlaces()).map(({ name }) => name)).toEqual(['Piazza del Duomo'])
})

test('People are led to the onboarding until they skip it, then asked for the position, and led away from it', async ({
  createBrowserUser,
  visitor,
}) => {
  const { page, context, callOk } = await createBrowserUser('anna', { onboarded: false, located: false })
  await context.clearPermissions()
  await visitor.page.goto('/login')
  await signIn(visitor.page, 'anna@example.it')
  await expect(visitor.page).toHaveURL(/\/onboarding$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/onboarding$/)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/required-location$/)
  await expect.poll(async () => (await callOk('getAccount', {})).user.onboarding_completed).toBe(1)
  // The refusal comes after the page has looked whether it may locate without asking: allowed earlier, it would leave.
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toContainText('Il browser non permette di usare la posizione.')
  await context.grantPermissions(['geolocation'])
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await page.goto('/onboarding')
  await expect(page).toHaveURL(/\/feed$/)
})

test('Every step is accessible and fits a phone; back returns one step, and a reload keeps it', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPost(await createApiUser('bruno_con_un_nome.davvero_lung'), 'Buongiorno dal Duomo')
  const { page } = await createBrowserUser('anna_con_un_nome.davvero_lungo', { onboarded: false })
  await page.goto('/onboarding')
  for (let number = 1; number <= 6; number++) {
    await goToStep(page, number)
    if (number === 4 || number === 5) await expect(step(page, number).getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  await page.reload()
  await expect(step(page, 6)).toBeVisible()
  for (let number = 5; number >= 3; number--) {
    await page.getByRole('button', { name: 'Indietro' }).click()
    await expect(step(page, number).getByRole('heading')).toBeFocused()
  }
  await step(page, 3).getByLabel('Bio').fill('Una bio a metà')
  await page.goBack()
  await expect(step(page, 2)).toBeVisible()
  await page.goForward()
  await expect(step(page, 3).getByLabel('Bio')).toHaveValue('Una bio a metà')
})

test('Without a network a step says why, keeps its input and can be retried; nothing is sent twice or too exactly', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', {
    onboarded: false,
    at: { latitude: 38.71234, longitude: 10.41234 },
  })
  await page.goto('/onboarding')
  const suggestionRequests = collectRequests(page, 'getOnboardingSuggestions')
  const restoreSuggestions = await failCall(page, 'getOnboardingSuggestions')
  await goToStep(page, 3)
  const saves = collectRequests(page, 'updateProfile')
  const restoreProfile = await failCall(page, 'updateProfile')
  const bio = step(page, 3).getByLabel('Bio')
  await bio.fill('x'.repeat(400))
  await goOn(page)
  await expect(page.getByRole('alert')).toHaveText('Errore di rete, riprova più tardi.')
  await expect(bio).toHaveValue('x'.repeat(320))
  await restoreProfile()
  await goOn(page)
  await expect(step(page, 4)).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await goOn(page)
  await expect(step(page, 4).getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  expect(saves).toHaveLength(2)
  await restoreSuggestions()
  await step(page, 4).getByRole('button', { name: 'Riprova' }).click()
  await expect(step(page, 4).getByRole('heading', { name: 'Per ora qui c’è poca gente' })).toBeVisible()
  const countBefore = suggestionRequests.length
  await goToStep(page, 6)
  expect(suggestionRequests).toHaveLength(countBefore)
  for (const request of suggestionRequests) expect(new URL(request.url()).search).toBe('?lat=38.71&lon=10.41')

  const restoreCompletion = await failCall(page, 'completeOnboarding')
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await restoreCompletion()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})
