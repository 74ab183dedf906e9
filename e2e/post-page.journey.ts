import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectLoaded } from './support/layout.ts'
import { collectRequests, holdCall } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, createNeighbours, publishPost, publishPosts } from './support/posts.ts'
import { pullDown } from './support/touch.ts'

test('A post opens from its text, its time and its photo, at once, and Back leads to the same place in the feed @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  const { id } = await publishPost(neighbours[0]!, 'Da aprire', { image: await photoUrl() })
  await publishPosts(neighbours, 6)
  const { page } = await createBrowserUser('anna')
  const card = cardWithText(page, 'Da aprire')
  await page.goto('/feed')
  const places = [
    card.getByText('Da aprire'),
    card.getByRole('link', { name: /^Apri il post/ }),
    card.getByRole('button', { name: 'Foto di bruno' }),
  ]
  for (const place of places) {
    await place.scrollIntoViewIfNeeded()
    const topBefore = (await card.boundingBox())!.y
    const release = await holdCall(page, 'getPost')
    await place.click()
    await expect(page).toHaveURL(new RegExp(`/post/${id}$`))
    await expect(page).toHaveTitle(/Post di bruno$/)
    await expect(card).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Commenti' })).toBeVisible()
    release()
    await page.goBack()
    await expect(page).toHaveURL(/\/feed$/)
    await expect.poll(async () => (await card.boundingBox())?.y).toBeCloseTo(topBefore, 0)
    await page.unroute('**')
  }
})

test('The text of a card can be selected without opening the post', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Parole da copiare')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const box = (await page.getByText('Parole da copiare').boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 })
  await page.mouse.up()
  expect(await page.evaluate(() => window.getSelection()?.toString())).toMatch(/\w{3}/)
  await expect(page).toHaveURL(/\/feed$/)
})

test('A long post shows its beginning in the feed, and the rest on request; on its page, which loads its photo, all', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const text = `${'Una storia lunga. '.repeat(40)}Fine.`
  const { id } = await publishPost(await createApiUser('bruno'), text, { image: await photoUrl() })
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const card = page.getByRole('article')
  await expect(card).toContainText('Una storia')
  await expect(card).not.toContainText('Fine.')
  await card.getByRole('button', { name: 'Altro…' }).click()
  await expect(card).toContainText('Fine.')
  const requests = collectRequests(page, 'getPost')
  await page.goto(`/post/${id}`)
  await expect(page.getByText('Fine.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Altro…' })).toHaveCount(0)
  await expect(page.locator('article img[fetchpriority=high]')).toHaveCount(1)
  expect(requests).toEqual([])
})

test('The address of the comments opens the post at its comments', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Alta', { image: await photoUrl() })
  for (let number = 1; number <= 15; number++)
    await bruno.callOk('addComment', { post_id: id, text: `Commento ${number}` })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/comments/${id}`)
  await expect(page.getByText('Commento 15')).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await page.evaluate(() => window.scrollTo({ top: 150 }))
  const topBefore = (await cardWithText(page, 'Alta').boundingBox())!.y
  await cardWithText(page, 'Alta')
    .getByRole('link', { name: /Mi piace: vedi di chi$/ })
    .click()
  await expect(page).toHaveURL(/\/likes\//)
  await page.goBack()
  await expect.poll(async () => (await cardWithText(page, 'Alta').boundingBox())?.y).toBeCloseTo(topBefore, 0)
  await page.goto(`/post/${id}`)
  await expect(cardWithText(page, 'Alta')).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: '15 commenti' }).click()
  await expect(page.getByPlaceholder('Scrivi un commento...')).toBeFocused()
  await expect(page.getByText('Commento 15')).toBeInViewport()
})

test('Anna is led back when she deletes a post on its page, or blocks its author there', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'La mia')
  await publishPost(await createApiUser('bruno'), 'Di bruno')
  const { page } = anna
  await page.goto('/feed')
  await cardWithText(page, 'La mia').getByText('La mia').click()
  await expect(page.getByRole('heading', { name: 'Commenti' })).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await page.getByRole('button', { name: 'Elimina post' }).click()
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(page.getByText('La mia')).toHaveCount(0)

  await cardWithText(page, 'Di bruno').getByText('Di bruno').click()
  await expect(page.getByRole('heading', { name: 'Commenti' })).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await page.getByRole('button', { name: 'Blocca utente' }).click()
  await page.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(page.getByText('Di bruno')).toHaveCount(0)
})

test('A signed-out visitor sees a public post; a hidden, deleted or unknown one is unavailable', async ({
  createApiUser,
  visitor: { page },
}) => {
  const bruno = await createApiUser('bruno')
  const shown = await publishPost(bruno, 'Per tutti', { image: await photoUrl() })
  const hidden = await publishPost(bruno, 'Per pochi', { privacy: 'followers' })
  const deleted = await publishPost(bruno, 'Ripensato')
  await bruno.callOk('deletePost', { post_id: deleted.id })
  await page.goto(`/post/${shown.id}`)
  await expect(cardWithText(page, 'Per tutti')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accedi per commentare' })).toBeVisible()
  await expectAccessible(page)
  for (const id of [hidden.id, deleted.id, 123_456, 'abc'])
    for (const list of ['post', 'comments', 'likes']) {
      await page.goto(`/${list}/${id}`)
      await expect(page.getByText('Post non disponibile')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Accedi per commentare' })).toHaveCount(0)
    }
})

test('The photo opens large, zooms, and closes with Escape, with Back and with a swipe down @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const { id } = await publishPost(await createApiUser('bruno'), 'Da vicino', { image: await photoUrl(1280) })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/post/${id}`)
  const photo = cardWithText(page, 'Da vicino').getByRole('button', { name: 'Foto di bruno' })
  const large = page.getByRole('dialog', { name: 'Foto di bruno' })
  await photo.focus()
  await page.keyboard.press('Enter')
  await expectLoaded(large.getByRole('img'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  const widthBefore = (await large.getByRole('img').boundingBox())!.width
  await page.keyboard.press('+')
  await expect.poll(async () => (await large.getByRole('img').boundingBox())!.width).toBeGreaterThan(widthBefore + 50)
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/post/${id}$`))

  await photo.click()
  await expect(large).toBeVisible()
  await page.goBack()
  await expect(large).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/post/${id}$`))

  await photo.click()
  await expectLoaded(large.getByRole('img'))
  await pullDown(page, 400)
  await expect(large).toHaveCount(0)
  await expect(cardWithText(page, 'Da vicino')).toBeVisible()
})

/** Both at once: a busy machine has more than the 260 ms between two clicks that make one double tap. */
const tapTwice = (photo: Locator) =>
  photo.evaluate((button) => {
    for (const detail of [1, 2])
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  })

test('Two taps on a photo like the post once, in the feed and on its page, and open nothing', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const { id } = await publishPost(await createApiUser('bruno'), 'Che luce', { image: await photoUrl() })
  const anna = await createBrowserUser('anna')
  const { page } = anna
  const likesOnServer = async () => (await anna.callOk('getPost', { post_id: id })).post.likes_count
  await page.goto('/feed')
  const photo = page.getByRole('button', { name: 'Foto di bruno' })
  await tapTwice(photo)
  await expect.poll(likesOnServer).toBe(1)
  await expect(page.getByRole('button', { name: 'Mi piace' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/\/feed$/)
  await page.goto(`/post/${id}`)
  await tapTwice(photo)
  await expect(photo.locator('svg')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await likesOnServer()).toBe(1)
})

test('The link of a post is copied from its menu; a browser that refuses says so', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const { id } = await publishPost(await createApiUser('bruno'), 'Da passare')
  const { page, context } = await createBrowserUser('anna')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/feed')
  const copy = async () => {
    await page.getByRole('button', { name: 'Opzioni del post' }).click()
    await page.getByRole('button', { name: 'Copia link' }).click()
  }
  await copy()
  await expect(page.getByText('Link copiato')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${new URL(page.url()).origin}/post/${id}`)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await copy()
  await expect(page.getByText('Il browser non ha permesso di copiare il link.')).toBeVisible()
})

test('On a device that can share, the menu of a post passes the link on; closing the device’s menu shows no message', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const { id } = await publishPost(await createApiUser('bruno'), 'Da passare')
  const { page } = await createBrowserUser('anna')
  await page.addInitScript(() => {
    const outcomes = [undefined, new DOMException('', 'AbortError'), new Error('no')]
    navigator.share = async (data) => {
      document.body.dataset.shared = data?.url ?? ''
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    }
  })
  await page.goto('/feed')
  const failure = page.getByText('Condivisione non riuscita.')
  for (const failures of [0, 0, 1]) {
    await page.getByRole('button', { name: 'Opzioni del post' }).click()
    await page.getByRole('button', { name: 'Condividi' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(failure).toHaveCount(failures)
  }
  expect(await page.evaluate(() => document.body.dataset.shared)).toMatch(new RegExp(`/post/${id}$`))
})
