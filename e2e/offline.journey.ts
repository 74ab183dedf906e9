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
  createApiUser,
  createBrowserUser,
  server,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await neighbours[0]!.callOk('updateProfile', { profile_pic: await photoUrl() })
  await publishPictures(neighbours, 12)
  const anna = await createBrowserUser('anna')
  const { page } = anna
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

test('Signing out deletes the offline feed and map: without a network, only the login opens', async ({
  createBrowserUser,
  server,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Segreto di Anna')
  const { page } = anna
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

test('The offline feed of one account is never shown to another', async ({
  createApiUser,
  createBrowserUser,
  server,
}) => {
  const anna = await createBrowserUser('anna')
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

test('Once the network is back, the offline feed loads newer posts', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Di prima')
  const { page, context } = await createBrowserUser('anna')
  await cacheFeed(page, 'Di prima')
  await context.setOffline(true)
  await page.reload()
  await expect(cardWithText(page, 'Di prima')).toBeVisible()
  await publishPost(bruno, 'Di adesso')
  await context.setOffline(false)
  await expect(cardWithText(page, 'Di adesso')).toBeVisible()
})

test('Reloaded without a network, the map shows what it showed last', async ({
  createApiUser,
  createBrowserUser,
  server,
  db,
}) => {
  for (const [index, author] of (await createNeighbours(createApiUser)).entries())
    await publishPost(author, `Sulla mappa ${index}`)
  await countMap(db)
  const anna = await createBrowserUser('anna')
  const { page } = anna
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
