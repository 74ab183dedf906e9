import { breakCall } from './network.ts'
import { expect, expectAccessible, password, test } from './world.ts'

test('The first step waits until the position is granted, and then leads to the feed', async ({ person }) => {
  const { page, calls } = await person('anna', { onboarded: false, located: false })
  await page.goto('/')
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByRole('button', { name: 'Inizia' })).toBeDisabled()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Posizione trovata')).toBeVisible()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)

  const { user } = await calls('login', { email: 'anna@example.it', password })
  expect(user.onboarding_completed).toBe(1)
})

test('A town will do in place of the position', async ({ person }) => {
  const { page } = await person('anna', { onboarded: false, located: false })
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByRole('dialog').getByLabel('Cerca una città').fill('Bergam')
  await page.getByRole('dialog').getByRole('button', { name: /^Bergamo/ }).click()
  await expect(page.getByText('La tua città: Bergamo')).toBeVisible()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('Who skips has completed the onboarding, and is asked for the position later', async ({ person }) => {
  const { page, calls } = await person('anna', { onboarded: false, located: false })
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/required-location$/)
  expect((await calls('login', { email: 'anna@example.it', password })).user.onboarding_completed).toBe(1)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('Who has not completed the onboarding is led there from the start; who has, is led away', async ({ person }) => {
  const anna = await person('anna', { onboarded: false })
  await anna.page.goto('/login')
  await expect(anna.page).toHaveURL(/\/onboarding$/)

  const bruno = await person('bruno')
  await bruno.page.goto('/onboarding')
  await expect(bruno.page).toHaveURL(/\/feed$/)
})

test('An onboarding that does not reach the server says so, and can be sent again', async ({ person }) => {
  const { page } = await person('anna', { onboarded: false })
  await page.goto('/onboarding')
  const mend = await breakCall(page, 'completeOnboarding')
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(page).toHaveURL(/\/onboarding$/)
  await mend()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('The onboarding can be used by everybody', async ({ person }) => {
  const { page } = await person('anna', { onboarded: false, located: false })
  await page.goto('/onboarding')
  await expect(page.getByRole('button', { name: 'Inizia' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Posizione trovata')).toBeVisible()
  await expectAccessible(page)
})
