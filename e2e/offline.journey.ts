import type { Page } from '@playwright/test'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { requestSignOut } from './support/sign-in.ts'
import { expect, type ApiUser, type BrowserUser, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

/** Opens the feed and waits until the browser has kept it. */
async function readsTheFeed(page: Page, text: string) {
  await page.goto('/feed')
  await expect(cardWithText(page, text)).toBeVisible()
  await expect.poll(() => keptPage(page), { timeout: 20_000 }).toContain(text)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** What is kept of the last feed: its page, and how many things in all. */
const keptPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/', { cacheName: 'last-feed' }))?.text()) ?? '')
const keptThings = (page: Page) =>
  page.evaluate(async () =>
    (await caches.has('last-feed')) ? (await (await caches.open('last-feed')).keys()).length : 0,
  )

async function goesOffline({ context }: BrowserUser, stop: () => Promise<unknown>) {
  await context.setOffline(true)
  await stop()
}

async function publishesPictures(author: ApiUser, count: number) {
  for (let number = 1; number <= count; number++)
    await publishPost(author, `Foto ${number}`, { image: await photoUrl() })
}

test('Reloaded without a network, the last feed is there with its pictures, and says that there is no network', async ({
  createApiUser,
  createBrowserUser,
  server,
}) => {
  const bruno = await createApiUser('bruno')
  await bruno.callOk('updateProfile', { profile_pic: await photoUrl() })
  await publishesPictures(bruno, 12)
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await readsTheFeed(page, 'Foto 12')
  // Its page, ten pictures and one face: no more, however much there is.
  await expect.poll(() => keptThings(page)).toBe(12)
  await goesOffline(anna, server.stop)

  for (const address of ['/feed', '/']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/feed$/)
    await expect(cardWithText(page, 'Foto 12')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.getByText('Sei offline.', { exact: false })).toBeVisible()
    for (const picture of await page.locator('article img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true)
    }
  }
})

test('Who signs out leaves no feed behind: without a network the login opens, and nothing else', async ({
  createBrowserUser,
  server,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Segreto di Anna')
  const { page } = anna
  await readsTheFeed(page, 'Segreto di Anna')
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect.poll(() => keptThings(page)).toBe(0)
  await goesOffline(anna, server.stop)
  await page.goto('/feed')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  expect(await page.content()).not.toContain('Segreto di Anna')
})

test('What one account kept does not open for another', async ({ createApiUser, createBrowserUser, server }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Segreto di Anna')
  const { page, context } = anna
  await readsTheFeed(page, 'Segreto di Anna')
  const { user } = await createApiUser('bruno')
  await page.goto('/livez')
  await page.evaluate((kept) => localStorage.setItem('user', JSON.stringify(kept)), user)
  await goesOffline(anna, server.stop)
  await page.goto('/feed')
  await expect(page.getByRole('alert')).toContainText('Errore di rete')
  await expect
    .poll(() =>
      page
        .getByRole('alert')
        .locator('img')
        .evaluate((drawing: HTMLImageElement) => drawing.naturalWidth),
    )
    .toBeGreaterThan(0)
  await expect(page.getByText('Segreto di Anna')).toHaveCount(0)
  await expect.poll(() => keptThings(page)).toBe(0)
  await context.setOffline(false)
})

test('Once the network is back the feed goes on from there', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Di prima')
  const { page, context } = await createBrowserUser('anna')
  await readsTheFeed(page, 'Di prima')
  await context.setOffline(true)
  await page.reload()
  await expect(cardWithText(page, 'Di prima')).toBeVisible()
  await publishPost(bruno, 'Di adesso')
  await context.setOffline(false)
  await expect(cardWithText(page, 'Di adesso')).toBeVisible()
})
