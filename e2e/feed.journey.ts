import type { Page, Request } from '@playwright/test'
import { expectNothingAbovePage } from './support/navigation.ts'
import { pullDown } from './support/touch.ts'
import { failCall, holdCall, collectRequests } from './support/network.ts'
import { cardWithText, choosePlace, createNeighbours, findPlaceAt, publishPost, publishPosts } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type ApiUser, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

const cards = (page: Page) => page.getByRole('article')
const postTexts = (page: Page) =>
  cards(page)
    .locator('p')
    .filter({ hasText: /^Post \d+$/ })
    .allTextContents()
const textsFromTo = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `Post ${from - index}`)
/** The queries of requests for a page of the feed. One post alone is requested to see whether there are new ones. */
const loadedPages = (requests: Request[]) =>
  requests.map((request) => new URL(request.url()).searchParams).filter((query) => query.get('limit') !== '1')

test('The feed loads ten posts at a time while scrolling, newest first, without duplicates, to its end @core', async ({
  page,
  createApiUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await publishPosts(neighbours, 25)
  const feedRequests = collectRequests(page, 'getFeed')
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(10)
  expect(await postTexts(page)).toEqual(textsFromTo(25, 16))
  await publishPost(neighbours[0]!, 'Venuto dopo')
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(20)
  expect(await postTexts(page)).toEqual(textsFromTo(25, 6))
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(25)
  expect(await postTexts(page)).toEqual(textsFromTo(25, 1))
  await expect(page.getByText('Hai visto tutto. Per ora.')).toBeVisible()
  // The head has left, and comes with the first movement up.
  const head = page.getByRole('navigation', { name: 'Quale feed' })
  await expect(head).not.toBeInViewport()
  await page.mouse.wheel(0, -200)
  await expect(head).toBeInViewport({ ratio: 1 })
  expect(loadedPages(feedRequests).map((query) => query.has('cursor'))).toEqual([false, true, true])
})

test('Pulling the feed down shows what others have posted since, updated live', async ({ page, bruno }) => {
  await publishPost(bruno, 'Il primo')
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(1)
  const { id } = await publishPost(bruno, 'Il secondo')

  await pullDown(page, 220)
  await expect(cardWithText(page, 'Il secondo')).toBeVisible()
  await expect(cards(page).first()).toContainText('Il secondo')
  await expect(cards(page)).toHaveCount(2)
  await bruno.callOk('likePost', { post_id: id })
  await expect(cardWithText(page, 'Il secondo').getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
})

test('A feed that fails to load shows the reason, and after a retry placeholders, then posts @core', async ({
  page,
  createApiUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Eccomi')
  const restore = await failCall(page, 'getFeed')
  await page.goto('/feed')
  await expect(page.getByRole('alert')).toContainText('Errore di rete, riprova più tardi.')
  await restore()
  const release = await holdCall(page, 'getFeed')
  await page.getByRole('button', { name: 'Riprova' }).click()
  const feed = page.getByRole('feed', { name: 'Post nei dintorni' })
  await expect(feed).toHaveAttribute('aria-busy', 'true')
  await expect(feed.locator('> [aria-hidden=true]')).toHaveCount(3)
  release()
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
  await expect(feed).toHaveAttribute('aria-busy', 'false')
})

const palermo = { latitude: 38.1157, longitude: 13.3615 }
const lodi = { latitude: 45.314, longitude: 9.503 }
const areaButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Publishes near posts first, so that all others are newer. */
async function publishNearAndFar(author: ApiUser): Promise<void> {
  await publishPost(author, 'Sotto casa')
  await publishPost(author, 'Fuori porta', { location_id: await findPlaceAt(author, lodi) })
  await publishPost(author, 'Giù in Sicilia', { location_id: await findPlaceAt(author, palermo) })
}
/** The texts of cards and dividers from top to bottom. */
const feedTexts = (page: Page) =>
  page.getByRole('feed').evaluate((feed) =>
    [...feed.querySelectorAll('article, article ~ div, div:has(+ article)')]
      .map((element) => (element as HTMLElement).innerText)
      .map(
        (text) =>
          /Sotto casa|Fuori porta|Giù in Sicilia|Un po’ più lontano: .*|Più lontano, .*|Nessun post entro .*/.exec(
            text,
          )?.[0],
      )
      .filter((text) => text !== undefined),
  )

test('Nino, with nobody around, reads why posts are far, and looks at Milano instead', async ({
  bruno,
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('nino', { at: palermo })
  await page.goto('/feed')
  await expect(page.getByRole('heading', { name: 'Qui intorno è ancora tutto tranquillo' })).toBeVisible()
  await expectAccessible(page)
  await publishPost(bruno, 'Sotto casa')
  await page.goto('/feed')
  await expect(page.getByText('Nessun post entro 5 km. Più lontano, in tutta Italia')).toBeVisible()
  await areaButton(page, 'Intorno a te, 5 km. Cambia luogo o distanza').click()
  const sheet = page.getByRole('dialog', { name: 'Che cosa vedi nel feed' })
  await expect(sheet.getByRole('radio', { name: 'Intorno a me' })).toBeChecked()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Scegli una città o un luogo' }).click()
  const picker = page.getByRole('dialog', { name: 'Dove vuoi guardare?' })
  await picker.getByLabel('Cerca un luogo o una città').fill('Milano')
  await picker
    .getByRole('button', { name: /^Milano/ })
    .first()
    .click()
  await expect(sheet.getByRole('radio', { name: 'Milano' })).toBeChecked()
  await sheet.getByRole('button', { name: 'Chiudi' }).click()
  await expectNothingAbovePage(page)
  await expect(areaButton(page, 'Milano, 5 km. Cambia luogo o distanza')).toBeVisible()
  await expect(cardWithText(page, 'Sotto casa')).toBeVisible()
})

test('What is near comes first, however old, and dividers say where a wider circle begins; Anna chooses how far, for good', async ({
  page,
  createApiUser,
}) => {
  await publishNearAndFar(await createApiUser('bruno'))
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(3)
  expect(await feedTexts(page)).toEqual([
    'Sotto casa',
    'Un po’ più lontano: entro 100 km',
    'Fuori porta',
    'Più lontano, in tutta Italia',
    'Giù in Sicilia',
  ])
  await expect(cardWithText(page, 'Sotto casa')).toContainText(/Piazza del Duomo · \d+ m/)
  await expect(cardWithText(page, 'Giù in Sicilia')).toContainText(/Palermo \(PA\) · \d{3} km/)
  await expectAccessible(page)

  await areaButton(page, 'Milano, 5 km. Cambia luogo o distanza').click()
  await page.getByRole('radio', { name: 'Ovunque' }).click()
  await page.keyboard.press('Escape')
  await expectNothingAbovePage(page)
  await expect(cards(page)).toHaveCount(3)
  expect(await feedTexts(page)).toEqual(['Giù in Sicilia', 'Fuori porta', 'Sotto casa'])
  await page.reload()
  await expect(areaButton(page, 'Ovunque. Cambia luogo o distanza')).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
})

/** Loads the second page and scrolls to a card. @returns its distance from the top of the screen, in pixels. */
async function scrollToCard(page: Page, text: string): Promise<number> {
  await expect(cards(page)).toHaveCount(10)
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(20)
  await cardWithText(page, text).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  return topOf(page, text)
}
const topOf = async (page: Page, text: string) => (await cardWithText(page, text).boundingBox())?.y ?? Number.NaN

/** Posts so long that few of them fit on the screen. */
const manyWords = `\n${'una parola dopo l’altra, '.repeat(12)}`
const longCard = (page: Page, number: number) => cards(page).filter({ hasText: new RegExp(`Post ${number}\\b`) })

/** A reloaded feed loads page after page down to the card (web/app/scroll-memory.ts). */
const restoreTimeoutMs = 30_000

/** Goes back, and waits for the feed: the page of a post has a card of it as well. */
async function goBackToFeed(page: Page): Promise<void> {
  await page.goBack()
  await expect(page.getByRole('feed')).toBeVisible()
}

test('A long feed renders only nearby posts: the right ones after going back, after a reload and at the top', async ({
  page,
  createApiUser,
}) => {
  await publishPosts(await createNeighbours(createApiUser), 60, manyWords)
  await page.goto('/feed')
  for (const last of [51, 41, 31, 21, 11, 1]) await longCard(page, last).scrollIntoViewIfNeeded()
  await expect(longCard(page, 60)).toHaveCount(0)

  await longCard(page, 1).getByRole('link', { name: '0 commenti' }).click()
  await expect(page).toHaveURL(/\/comments\//)
  await goBackToFeed(page)
  await expect(longCard(page, 1)).toBeInViewport()
  await expect(longCard(page, 60)).toHaveCount(0)
  await page.reload()
  await expect(longCard(page, 1)).toBeInViewport({ timeout: restoreTimeoutMs })
  await expect(longCard(page, 60)).toHaveCount(0)

  // While the cards on the way still get their heights, the browser may give up scrolling: a person presses again.
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(longCard(page, 60)).toBeInViewport({ timeout: 3000 })
  }).toPass()
  await expect(longCard(page, 50)).toHaveCount(1)
  await expect(longCard(page, 1)).toHaveCount(0)
})

test('Thirty posts of one account take three cards and a line, and opened posts stay open', async ({
  page,
  bruno,
  carla,
}) => {
  await publishPost(carla, 'Mercato stamattina')
  await publishPosts(bruno, 30)
  await page.goto('/feed')
  await expect(cardWithText(page, 'Mercato stamattina')).toBeInViewport()
  expect(await postTexts(page)).toEqual(textsFromTo(30, 28))
  await expectAccessible(page)

  const foldedPosts = page.getByRole('button', { name: 'Altri 27 post di bruno' })
  await foldedPosts.focus()
  await page.keyboard.press('Enter')
  await expect(foldedPosts).toHaveCount(0)
  await expect(cardWithText(page, 'Post 27').getByRole('link').first()).toBeFocused()
  await cardWithText(page, 'Post 20').getByRole('link', { name: '0 commenti' }).click()
  await expect(page).toHaveURL(/\/(comments|post)\//)
  await goBackToFeed(page)
  await expect(cardWithText(page, 'Post 20')).toBeInViewport()
})

test('A post added above does not move the card that a person returns to @core', async ({ page, createApiUser }) => {
  await publishPosts(await createNeighbours(createApiUser), 25)
  await page.goto('/feed')
  const topBefore = await scrollToCard(page, 'Post 9')
  await page.getByRole('navigation').getByRole('link', { name: 'Nuovo post' }).click()
  await page.getByLabel('Testo del post').fill('Venuto sopra')
  await choosePlace(page, /^Piazza del Duomo/)
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
  await expect(cardWithText(page, 'Venuto sopra')).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(cardWithText(page, 'Post 9')).toBeInViewport()
  await expect.poll(async () => Math.abs((await topOf(page, 'Post 9')) - topBefore)).toBeLessThan(3)
  await expect(cards(page).first()).toContainText('Venuto sopra')
})
