import type { Page } from '@playwright/test'
import { countMap } from '#server/map/map.actions.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, createNeighbours, publishPost } from './support/posts.ts'
import { expectLoaded } from './support/layout.ts'
import { signOut } from './support/sign-in.ts'
import { expect, type ApiUser, type BrowserUser, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

/** Opens the feed and waits until the offline cache holds it and the service worker serves the page. */
async function cacheFeed(page: Page, text: string) {
  await page.goto('/feed')
  await expect(cardWithText(page, text)).toBeVisible()
  await expect.poll(() => cachedPage(page)).toContain(text)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** The page of the last feed in the offline cache. */
const cachedPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/', { cacheName: 'last-feed' }))?.text()) ?? '')
/** How many files of the last feed are in the offline cache. */
const countCachedFiles = (page: Page) =>
  page.evaluate(async () =>
    (await caches.has('last-feed')) ? (await (await caches.open('last-feed')).keys()).length : 0,
  )

async function goOffline({ context }: BrowserUser, stopServer: () => Promise<unknown>) {
  await context.setOffline(true)
  await stopServer()
}

async function publishPictures(authors: readonly ApiUser[], count: number) {
  for (let number = 1; number <= count; number++)
    await publishPost(authors[number % authors.length]!, `Foto ${number}`, { image: await photoUrl() })
}

test('Reloaded without a network, the last feed is shown with its pictures and an offline banner @core', async ({
  anna,
  page,
  createApiUser,
  server,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await neighbours[0]!.callOk('updateProfile', { profile_pic: await photoUrl() })
  await publishPictures(neighbours, 12)
  await cacheFeed(page, 'Foto 12')
  // The page, ten pictures and one avatar: no more, although twelve posts exist.
  await expect.poll(() => countCachedFiles(page)).toBe(12)
  await goOffline(anna, server.stop)

  for (const address of ['/feed', '/']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/feed$/)
    await expect(cardWithText(page, 'Foto 12')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.getByText('Sei offline.', { exact: false })).toBeVisible()
    for (const picture of await page.locator('article img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expectLoaded(picture)
    }
  }
})

test('Without a network, Anna begins a post at one of the places that were near', async ({
  anna,
  page,
  createApiUser,
  server,
}) => {
  await publishPost(await createApiUser('bruno'), 'Ciao')
  await cacheFeed(page, 'Ciao')
  const openPicker = async () => {
    await page.getByRole('link', { name: 'Nuovo post' }).click()
    await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  }
  await openPicker()
  await expect(page.getByRole('dialog', { name: 'Dove sei?' }).getByRole('listitem')).toHaveCount(20)
  await goOffline(anna, server.stop)
  await page.goto('/feed')
  await openPicker()
  const places = page.getByRole('region', { name: 'Gli ultimi luoghi vicini' })
  await expect(places.getByRole('listitem')).toHaveCount(20)
  await places.getByRole('button', { name: /^Piazza del Duomo/ }).click()
  await page.getByLabel('Testo del post').fill('Senza rete')
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Senza rete' })).toContainText('Piazza del Duomo')
})

test('Without a network, Anna signs out: the settings and the question are there, and the device is cleared', async ({
  anna,
  page,
  createApiUser,
  server,
}) => {
  await publishPost(await createApiUser('bruno'), 'Ciao')
  await cacheFeed(page, 'Ciao')
  await goOffline(anna, server.stop)
  await page.goto('/feed')
  await signOut(page)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['sign-out-pending'])
  await page.goto('/feed')
  await expect(page).toHaveURL(/\/login$/)
})

test('Signing out deletes the offline feed and map: without a network, only the login opens', async ({
  anna,
  page,
  server,
}) => {
  await publishPost(anna, 'Segreto di Anna')
  await cacheFeed(page, 'Segreto di Anna')
  const hasMap = () => page.evaluate(() => caches.has('last-map'))
  await page.goto('/map')
  await expect.poll(hasMap).toBe(true)
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect.poll(hasMap).toBe(false)
  await expect.poll(() => countCachedFiles(page)).toBe(0)
  await goOffline(anna, server.stop)
  await page.goto('/feed')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  expect(await page.content()).not.toContain('Segreto di Anna')
})

test('The offline feed of one account is never shown to another', async ({ anna, createApiUser, server }) => {
  await publishPost(anna, 'Segreto di Anna')
  const { page, context } = anna
  await cacheFeed(page, 'Segreto di Anna')
  const { user } = await createApiUser('bruno')
  await page.goto('/livez')
  await page.evaluate((storedUser) => localStorage.setItem('user', JSON.stringify(storedUser)), user)
  await goOffline(anna, server.stop)
  await page.goto('/feed')
  await expect(page.getByRole('alert')).toContainText('Errore di rete')
  await expectLoaded(page.getByRole('alert').locator('img'))
  await expect(page.getByText('Segreto di Anna')).toHaveCount(0)
  await expect.poll(() => countCachedFiles(page)).toBe(0)
  await context.setOffline(false)
})

test('Once the network is back, the offline feed loads newer posts', async ({ anna: { page, context }, bruno }) => {
  await publishPost(bruno, 'Di prima')
  await cacheFeed(page, 'Di prima')
  await context.setOffline(true)
  await page.reload()
  await expect(cardWithText(page, 'Di prima')).toBeVisible()
  await publishPost(bruno, 'Di adesso')
  await context.setOffline(false)
  await expect(cardWithText(page, 'Di adesso')).toBeVisible()
})

test('Reloaded without a network, the map shows what it showed last', async ({
  anna,
  page,
  createApiUser,
  server,
  db,
}) => {
  for (const [index, author] of (await createNeighbours(createApiUser)).entries())
    await publishPost(author, `Sulla mappa ${index}`)
  await countMap(db)
  await cacheFeed(page, 'Sulla mappa 3')
  await page.goto('/map#12/45.464/9.19/week')
  const list = page.getByRole('region', { name: 'In questa zona' })
  const marker = page.locator('a[data-place]')
  await expect(list.getByText('4 post', { exact: true })).toBeVisible()
  await expect(marker).toBeVisible()
  const countAnswers = () => page.evaluate(async () => (await (await caches.open('last-map')).keys()).length)
  await expect.poll(countAnswers).toBe(2)
  await goOffline(anna, server.stop)

  await page.reload()
  await expect(list.getByText('4 post', { exact: true })).toBeVisible()
  await expect(marker).toBeVisible()
})
