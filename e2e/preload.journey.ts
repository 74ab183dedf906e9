import type { BrowserContext, Page } from '@playwright/test'
import { preloadedDataId } from '#contract/preloaded-data.ts'
import { expectLoaded, waitForPaint } from './support/layout.ts'
import { holdCall, holdRequests, collectRequests } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'
import { signOut } from './support/sign-in.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

const positionCookie = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'where')

/** Opens the feed. The browser writes the position cookie, from which the server preloads the next one. */
async function openFeed(page: Page, text: string) {
  await page.goto('/feed')
  await expect(cardWithText(page, text)).toBeVisible()
}

test('The feed is preloaded with the page: its cards need no request, its first picture loads once', async ({
  anna: { page, context },
  createApiUser,
}) => {
  const post = await publishPost(await createApiUser('bruno'), 'Già qui', { image: await photoUrl() })
  await openFeed(page, 'Già qui')
  expect(await positionCookie(context)).toMatchObject({
    value: '45.46_9.19',
    sameSite: 'Lax',
    httpOnly: false,
    path: '/',
  })

  const preloadedCalls = [collectRequests(page, 'getFeed'), collectRequests(page, 'getAccount')]
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
    await expectLoaded(page.locator('article img[fetchpriority=high]'))
    expect(pictures).toHaveLength(1)
    release()
    await page.unroute('**')
  }
  expect(preloadedCalls.flat()).toEqual([])
  await expect(page.locator(`#${preloadedDataId}`)).toHaveCount(0)
})

test.describe('On a first visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('the first picture loads before the story rings', async ({ page, bruno }) => {
    const place = await findPlaceAt(bruno)
    const { image_url } = await publishPost(bruno, 'Prima io', { image: await photoUrl(), location_id: place })
    await bruno.callOk('createStory', { image: await photoUrl(), location_id: place })
    const release = await holdRequests(page, `**${image_url!.replace(/-1280\.webp$/, '')}*`)
    const rings = collectRequests(page, 'getStoryRings')
    await page.goto(`/location/${place}`, { waitUntil: 'commit' })
    await expect(cardWithText(page, 'Prima io')).toBeVisible()
    expect(rings).toEqual([])
    release()
    await expect.poll(() => rings.length).toBeGreaterThan(0)
  })

  test('the events above the feed come with it, and nothing moves when their code arrives', async ({
    anna: { page, callOk },
    bruno,
  }) => {
    const location_id = await findPlaceAt(bruno)
    await publishPost(bruno, 'Sotto gli eventi', { location_id })
    await callOk('followPlace', { place_id: location_id })
    await bruno.callOk('addEvent', {
      location_id,
      title: 'Ballo',
      starts_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16),
    })
    const strip = page.getByRole('list', { name: 'Eventi nei luoghi che segui' })
    await openFeed(page, 'Sotto gli eventi')
    await expect(strip).toBeVisible()

    const release = await holdRequests(page, '**/FollowedEventStrip-*.js')
    const requests = collectRequests(page, 'getFollowedEvents')
    await openFeed(page, 'Sotto gli eventi')
    const card = cardWithText(page, 'Sotto gli eventi')
    const box = await card.boundingBox()
    await expect(strip).toHaveCount(0)
    release()
    await expect(strip).toBeVisible()
    expect(await card.boundingBox()).toEqual(box)
    expect(requests).toEqual([])
  })

  test('nothing moves when the web fonts arrive', async ({ page, bruno }) => {
    const place = await findPlaceAt(bruno)
    await publishPost(bruno, 'Sotto', { location_id: place })
    const release = await holdRequests(page, '**/*.woff2')
    // The page preloads the fonts: it is not loaded before they are.
    await page.goto(`/location/${place}`, { waitUntil: 'commit' })
    const author = cardWithText(page, 'Sotto').getByRole('link', { name: 'bruno' }).last()
    await expect(author).toBeVisible()
    const box = await author.boundingBox()
    release()
    await page.evaluate(() => document.fonts.ready)
    await waitForPaint(page)
    expect(await author.boundingBox()).toEqual(box)
  })
})

test('The preloaded feed follows the chosen town; without a position the app requests one', async ({
  anna: { page, context },
}) => {
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Roma/ }).click()
  await expect(page).toHaveURL(/\/feed$/)
  expect((await positionCookie(context))?.value).toMatch(/^41\.\d{1,2}_12\.\d{1,2}$/)
  await page.evaluate(() => {
    localStorage.removeItem('latitude')
    localStorage.removeItem('longitude')
  })
  await context.clearPermissions()
  await page.goto('/')
  await expect(page).toHaveURL(/\/required-location$/)
  expect(await positionCookie(context)).toBeUndefined()
})

test('Signing out leaves nothing of the feed in the page, in a new page or in the history of any tab', async ({
  anna,
}) => {
  await publishPost(anna, 'Segreto di Anna')
  const { page, context } = anna
  await openFeed(page, 'Segreto di Anna')
  await openFeed(page, 'Segreto di Anna')
  const elsewhere = await context.newPage()
  await openFeed(elsewhere, 'Segreto di Anna')
  await openFeed(elsewhere, 'Segreto di Anna')
  await elsewhere.goto('/livez')
  await page.bringToFront()
  await signOut(page)
  expect(await positionCookie(context)).toBeUndefined()
  const expectNothingLeft = async () => {
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
    expect(await page.content()).not.toContain('Segreto di Anna')
    expect(await page.content()).not.toContain('anna@example.it')
  }
  await expectNothingLeft()
  await page.goBack()
  await expectNothingLeft()
  await page.goto('/feed')
  await expectNothingLeft()
  await page.reload()
  await expectNothingLeft()
  await elsewhere.bringToFront()
  await elsewhere.goBack()
  await expect(elsewhere.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect(elsewhere.getByText('Segreto di Anna')).toHaveCount(0)
})
