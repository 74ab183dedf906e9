import type { Page, Request } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
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
  createApiUser,
  createBrowserUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await publishPosts(neighbours, 25)
  const { page } = await createBrowserUser('anna')
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
  expect(loadedPages(feedRequests).map((query) => query.has('cursor'))).toEqual([false, true, true])
})

test('A further page renders five posts at a time, so no frame renders all ten', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPosts(await createNeighbours(createApiUser), 20)
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(10)
  const addedCounts = await page.getByRole('feed').evaluateHandle((feed) => {
    const counts: number[] = []
    const cardsIn = (nodes: NodeList) =>
      [...nodes].reduce(
        (sum, node) =>
          sum +
          (node instanceof Element ? Number(node.matches('article')) + node.querySelectorAll('article').length : 0),
        0,
      )
    new MutationObserver((changes) =>
      counts.push(changes.reduce((sum, { addedNodes }) => sum + cardsIn(addedNodes), 0)),
    ).observe(feed, { childList: true, subtree: true })
    return counts
  })
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(20)
  const batches = (await addedCounts.jsonValue()).filter((count) => count > 0)
  expect(batches).toEqual([5, 5])
})

test('Pulling the feed down loads what others have posted since', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Il primo')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(1)
  await publishPost(bruno, 'Il secondo')

  const feedRequests = collectRequests(page, 'getFeed')
  await pullDown(page, 120)
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
  expect(feedRequests).toHaveLength(0)
  await pullDown(page, 220)
  await expect(cardWithText(page, 'Il secondo')).toBeVisible()
  await expect(cards(page).first()).toContainText('Il secondo')
  await expect(cards(page)).toHaveCount(2)
})

test('Pulling down without a network shows an error and keeps the posts', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Resta qui')
  await anna.page.goto('/feed')
  await expect(cardWithText(anna.page, 'Resta qui')).toBeVisible()
  await anna.context.setOffline(true)
  await pullDown(anna.page, 220)
  await expect(anna.page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(cardWithText(anna.page, 'Resta qui')).toBeVisible()
})

test('A button announces new posts while Anna reads on, and shows them when she presses it', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await publishPosts(neighbours, 6)
  const { page } = await createBrowserUser('anna')
  await page.clock.install()
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(6)
  await publishPost(neighbours[0]!, 'Appena successo')
  await page.clock.runFor(61_000)
  const newPostsButton = page.getByRole('button', { name: 'Nuovi post' })
  await expect(newPostsButton).toBeVisible()
  await expect(cards(page).first()).toContainText('Post 6')
  await newPostsButton.click()
  await expect(cards(page).first()).toContainText('Appena successo')
  await expect(newPostsButton).toHaveCount(0)
})

test('Placeholders are shown while the feed loads', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Eccomi')
  const { page } = await createBrowserUser('anna')
  const release = await holdCall(page, 'getFeed')
  await page.goto('/feed')
  const feed = page.getByRole('feed', { name: 'Post nei dintorni' })
  await expect(feed).toHaveAttribute('aria-busy', 'true')
  await expect(feed.locator('> [aria-hidden=true]')).toHaveCount(3)
  await expect(page.getByText('Qui intorno è ancora tutto tranquillo')).toHaveCount(0)
  release()
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
  await expect(feed.locator('> [aria-hidden=true]')).toHaveCount(0)
  await expect(feed).toHaveAttribute('aria-busy', 'false')
})

test('A feed that fails to load shows the reason, and loads after a retry @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Eccomi')
  const { page } = await createBrowserUser('anna')
  const restore = await failCall(page, 'getFeed')
  await page.goto('/feed')
  await expect(page.getByRole('alert')).toContainText('Errore di rete, riprova più tardi.')
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('A next page that fails to load can be retried', async ({ createApiUser, createBrowserUser }) => {
  await publishPosts(await createNeighbours(createApiUser), 12)
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(10)
  const restore = await failCall(page, 'getFeed')
  await cards(page).last().scrollIntoViewIfNeeded()
  const retry = page.getByRole('button', { name: 'Riprova' })
  await expect(retry).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
  await restore()
  await retry.click()
  await expect(cards(page)).toHaveCount(12)
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
        (text) => /Sotto casa|Fuori porta|Giù in Sicilia|Un po' più lontano: .*|Nessun post entro .*/.exec(text)?.[0],
      )
      .filter((text) => text !== undefined),
  )

test('What is near comes first, however old, and dividers say where a wider circle begins', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishNearAndFar(await createApiUser('bruno'))
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await expect(cards(page)).toHaveCount(3)
  expect(await feedTexts(page)).toEqual([
    'Sotto casa',
    "Un po' più lontano: entro 100 km",
    'Fuori porta',
    "Un po' più lontano: ovunque",
    'Giù in Sicilia',
  ])
  await expect(cardWithText(page, 'Sotto casa')).toContainText(/Piazza del Duomo · \d+ m/)
  await expect(cardWithText(page, 'Giù in Sicilia')).toContainText(/Palermo \(PA\) · \d{3} km/)
  await expectAccessible(page)
})

test('Nino, with nobody around, reads why the posts are far, and looks at Milano instead', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Sotto casa')
  const { page } = await createBrowserUser('nino', { at: palermo })
  await page.goto('/feed')
  await expect(page.getByText("Nessun post entro 5 km. Un po' più lontano: ovunque")).toBeVisible()
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
  await expectNothingAbovePage(page)
  await expect(areaButton(page, 'Milano, 5 km. Cambia luogo o distanza')).toBeVisible()
  await expect(cardWithText(page, 'Sotto casa')).toBeVisible()
  await expect(page.getByText(/più lontano/)).toHaveCount(0)
  await page.reload()
  await areaButton(page, 'Milano, 5 km. Cambia luogo o distanza').click()
  await sheet.getByRole('radio', { name: 'Intorno a me' }).click()
  await sheet.getByRole('button', { name: 'Chiudi' }).click()
  await expect(areaButton(page, 'Intorno a te, 5 km. Cambia luogo o distanza')).toBeVisible()
})

test('Anna chooses how far: 1 km, then everywhere, which a reload keeps and the server preloads', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishNearAndFar(await createApiUser('bruno'))
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await areaButton(page, 'Milano, 5 km. Cambia luogo o distanza').click()
  await page.getByRole('radio', { name: '1 km', exact: true }).click()
  // Behind the sheet.
  await expect(page.locator('article')).toHaveCount(1)
  await page.getByRole('radio', { name: 'Ovunque' }).click()
  await page.keyboard.press('Escape')
  await expectNothingAbovePage(page)
  await expect(cards(page)).toHaveCount(3)
  expect(await feedTexts(page)).toEqual(['Giù in Sicilia', 'Fuori porta', 'Sotto casa'])
  const feedRequests = collectRequests(page, 'getFeed')
  await page.reload()
  await expect(areaButton(page, 'Ovunque. Cambia luogo o distanza')).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
  expect(feedRequests.filter((request) => !request.url().includes('limit=1'))).toHaveLength(0)
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

for (const [name, authors, pathOf] of [
  ['the feed', createNeighbours, () => '/feed'],
  ['a place', createNeighbours, (post: Post) => `/location/${post.location_id}`],
  [
    'a profile',
    (create: (name: string) => Promise<ApiUser>) => create('bruno'),
    (post: Post) => `/profile/${post.user_id}`,
  ],
] as const) {
  test(`Going from ${name} to the comments and back shows the same card at the same position`, async ({
    createApiUser,
    createBrowserUser,
  }) => {
    const [post] = await publishPosts(await authors(createApiUser), 25)
    const { page } = await createBrowserUser('anna')
    await page.goto(pathOf(post!))
    const topBefore = await scrollToCard(page, 'Post 9')
    await cardWithText(page, 'Post 9').getByRole('link', { name: '0 commenti' }).click()
    await expect(page.getByRole('heading', { name: 'Commenti' })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByRole('button', { name: 'Indietro' }).click()
    await expect(cardWithText(page, 'Post 9')).toBeInViewport()
    await expect.poll(async () => Math.abs((await topOf(page, 'Post 9')) - topBefore)).toBeLessThan(3)
  })
}

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

test('Reloaded several pages down, the feed returns to the same card', async ({ createApiUser, createBrowserUser }) => {
  await publishPosts(await createNeighbours(createApiUser), 45, manyWords)
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  for (const last of [36, 26, 16, 6, 1]) await longCard(page, last).scrollIntoViewIfNeeded()
  const card = longCard(page, 5)
  await card.scrollIntoViewIfNeeded()
  await expect(card).toBeInViewport()
  await page.reload()
  await expect(card).toBeInViewport({ timeout: restoreTimeoutMs })
})

test('A long feed renders only nearby posts; the right ones appear after going back and at the top', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPosts(await createNeighbours(createApiUser), 60, manyWords)
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  for (const last of [51, 41, 31, 21, 11, 1]) await longCard(page, last).scrollIntoViewIfNeeded()
  await expect(longCard(page, 60)).toHaveCount(0)

  await longCard(page, 1).getByRole('link', { name: '0 commenti' }).click()
  await expect(page).toHaveURL(/\/comments\//)
  await goBackToFeed(page)
  await expect(longCard(page, 1)).toBeInViewport()
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
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  await publishPost(carla, 'Mercato stamattina')
  await publishPosts(bruno, 30)
  const { page } = await createBrowserUser('anna')
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
  await page.reload()
  await expect(cardWithText(page, 'Post 20')).toBeInViewport({ timeout: restoreTimeoutMs })

  await page.goto(`/profile/${bruno.user.id}`)
  await expect(cards(page)).toHaveCount(10)
})

test('A post added above does not move the card that a person returns to @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPosts(await createNeighbours(createApiUser), 25)
  const { page } = await createBrowserUser('anna')
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

test('A post that arrived in an open feed also receives live updates', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Stava già qui')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await expect(cardWithText(page, 'Stava già qui')).toBeVisible()
  const { id } = await publishPost(bruno, 'Appena arrivato')
  await pullDown(page, 220)
  const card = cardWithText(page, 'Appena arrivato')
  await expect(card).toBeVisible()
  await bruno.callOk('likePost', { post_id: id })
  await expect(card.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
})

test('An empty feed invites people to write the first post', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await expect(page.getByRole('heading', { name: 'Qui intorno è ancora tutto tranquillo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Scrivi il primo post' }).click()
  await expect(page).toHaveURL(/\/new-spot$/)
})

test('The feed is accessible', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Il mio post')
  await publishPost(await createApiUser('bruno'), 'Il suo post')
  await anna.page.goto('/feed')
  await expect(cards(anna.page)).toHaveCount(2)
  await cardWithText(anna.page, 'Il suo post').getByRole('button', { name: 'Mi piace' }).click()
  await expectAccessible(anna.page)
  await cardWithText(anna.page, 'Il suo post').getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(anna.page.getByRole('button', { name: 'Segnala' })).toBeVisible()
  await expectAccessible(anna.page)
})
