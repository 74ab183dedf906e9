import type { BrowserContext, Page } from '@playwright/test'
import { holdCall, holdRequests, collectRequests } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'
import { requestSignOut } from './support/sign-in.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

const whereIn = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'where')

/** Opens the feed; from then on the server knows where to open it. */
async function hasOpened(page: Page, text: string) {
  await page.goto('/feed')
  await expect(cardWithText(page, text)).toBeVisible()
}

test('The feed is preloaded with the page: its cards need no request, its first picture loads once', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const post = await publishPost(await createApiUser('bruno'), 'Già qui', { image: await photoUrl() })
  const { page, context } = await createBrowserUser('anna')
  await hasOpened(page, 'Già qui')
  expect(await whereIn(context)).toMatchObject({ value: '45.46_9.19', sameSite: 'Lax', httpOnly: false, path: '/' })

  const asked = [collectRequests(page, 'getFeed'), collectRequests(page, 'getAccount')]
  const pictures: string[] = []
  const name = post.image_url!.replace(/-1280\.webp$/, '')
  page.on('request', (request) => {
    if (request.url().includes(name)) pictures.push(request.url())
  })
  for (const address of ['/', '/feed']) {
    pictures.length = 0
    const release = await holdCall(page, 'getFeed')
    await page.goto(address)
    await expect(page).toHaveURL(/\/feed$/)
    await expect(cardWithText(page, 'Già qui')).toBeVisible()
    await expect
      .poll(() =>
        page
          .locator('article img[fetchpriority=high]')
          .evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0),
      )
      .toBe(true)
    expect(pictures).toHaveLength(1)
    release()
    await page.unroute('**')
  }
  expect(asked.flat()).toEqual([])
  await expect(page.locator('#opening')).toHaveCount(0)
})

test('On a first visit the first picture loads before the story rings', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const place = await findPlaceAt(bruno)
  const { image_url } = await publishPost(bruno, 'Prima io', { image: await photoUrl(), location_id: place })
  await bruno.callOk('createStory', { image: await photoUrl(), location_id: place })
  const { page } = await createBrowserUser('anna')
  const release = await holdRequests(page, `**${image_url!.replace(/-1280\.webp$/, '')}*`)
  const rings = collectRequests(page, 'getStoryRings')
  await page.goto(`/location/${place}`, { waitUntil: 'commit' })
  await expect(cardWithText(page, 'Prima io')).toBeVisible()
  expect(rings).toEqual([])
  release()
  await expect.poll(() => rings.length).toBeGreaterThan(0)
})

test('On a first visit nothing moves when the web fonts arrive', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const place = await findPlaceAt(bruno)
  await publishPost(bruno, 'Sotto', { location_id: place })
  const { page } = await createBrowserUser('anna')
  const release = await holdRequests(page, '**/*.woff2')
  await page.goto(`/location/${place}`)
  const author = cardWithText(page, 'Sotto').getByRole('link', { name: 'bruno' }).last()
  await expect(author).toBeVisible()
  const box = await author.boundingBox()
  release()
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await author.boundingBox()).toEqual(box)
})

test('The preloaded feed follows the chosen town; without a position the app requests one', async ({
  createBrowserUser,
}) => {
  const { page, context } = await createBrowserUser('anna')
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Roma/ }).click()
  await expect(page).toHaveURL(/\/feed$/)
  expect((await whereIn(context))?.value).toMatch(/^41\.\d{1,2}_12\.\d{1,2}$/)
  await page.evaluate(() => {
    localStorage.removeItem('latitude')
    localStorage.removeItem('longitude')
  })
  await page.goto('/')
  await expect(page).toHaveURL(/\/required-location$/)
  expect(await whereIn(context)).toBeUndefined()
})

test('Signing out leaves nothing of the feed in the page, in the history or in a new page', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Segreto di Anna')
  const { page, context } = anna
  await hasOpened(page, 'Segreto di Anna')
  await hasOpened(page, 'Segreto di Anna')
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await whereIn(context)).toBeUndefined()
  const holdsNothing = async () => {
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
    expect(await page.content()).not.toContain('Segreto di Anna')
    expect(await page.content()).not.toContain('anna@example.it')
  }
  await holdsNothing()
  await page.goBack()
  await holdsNothing()
  await page.goto('/feed')
  await holdsNothing()
  await page.reload()
  await holdsNothing()
})

test('Going back to a page whose session has ended meanwhile shows the login', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Segreto di Anna')
  const { page, context } = anna
  await hasOpened(page, 'Segreto di Anna')
  await hasOpened(page, 'Segreto di Anna')
  await page.goto('/livez')
  const other = await context.newPage()
  await other.goto('/feed')
  await requestSignOut(other)
  await other.getByRole('button', { name: 'Conferma' }).click()
  await expect(other).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect(page.getByText('Segreto di Anna')).toHaveCount(0)
})
