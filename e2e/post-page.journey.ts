import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectLoaded } from './support/layout.ts'
import { collectRequests, holdCall } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, createNeighbours, publishPost, publishPosts } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'
import { pullDown } from './support/touch.ts'

test('A post opens from its text, its time and its photo, at once, and Back leads to the same place in the feed @core', async ({
  page,
  createApiUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  const { id } = await publishPost(neighbours[0]!, 'Da aprire', { image: await photoUrl() })
  await publishPosts(neighbours, 6)
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
    await expect(page.getByRole('heading', { name: 'Commenti' }).last()).toBeVisible()
    release()
    await page.goBack()
    await expect(page).toHaveURL(/\/feed$/)
    await expect.poll(async () => (await card.boundingBox())?.y).toBeCloseTo(topBefore, 0)
    await page.unroute('**')
  }
})

test('A long post shows its beginning, whose text can be selected, and the rest on request; on its page, which comes with it, all', async ({
  page,
  createApiUser,
}) => {
  const text = `${'Una storia lunga. '.repeat(40)}Fine.`
  const { id } = await publishPost(await createApiUser('bruno'), text)
  await page.goto('/feed')
  const card = page.getByRole('article')
  await expect(card).toContainText('Una storia')
  await expect(card).not.toContainText('Fine.')
  const words = card.getByText(/^Una storia lunga/)
  await words.scrollIntoViewIfNeeded()
  const box = (await words.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 })
  await page.mouse.up()
  expect(await page.evaluate(() => window.getSelection()?.toString())).toMatch(/\w{3}/)
  await expect(page).toHaveURL(/\/feed$/)
  await card.getByRole('button', { name: 'Altro…' }).click()
  await expect(card).toContainText('Fine.')
  const requests = collectRequests(page, 'getPost')
  await page.goto(`/post/${id}`)
  await expect(page.getByText('Fine.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Altro…' })).toHaveCount(0)
  expect(requests).toEqual([])
})

test('The address of the comments opens the post at its comments', async ({ page, bruno }) => {
  const { id } = await publishPost(bruno, 'Alta', { image: await photoUrl() })
  for (let number = 1; number <= 15; number++)
    await bruno.callOk('addComment', { post_id: id, text: `Commento ${number}` })
  await bruno.callOk('likePost', { post_id: id })
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

test('A signed-out visitor reads a public post, its comments and its likes, and signs in to write', async ({
  bruno,
  visitor: { page },
}) => {
  const { id } = await publishPost(bruno, 'Per tutti', { image: await photoUrl() })
  await page.goto(`/post/${id}`)
  await expect(cardWithText(page, 'Per tutti')).toBeVisible()
  await bruno.callOk('likePost', { post_id: id })
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  await bruno.callOk('likeComment', { comment_id: comment.id })
  await page.goto(`/likes/${id}`)
  await expect(page.getByRole('listitem')).toContainText(['bruno'])
  await page.goto(`/comments/${id}`)
  const row = page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')
  await expect(row).toContainText('Il mio')
  await expect(row).toContainText('1 Mi piace')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(page.getByPlaceholder('Scrivi un commento...')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Accedi per commentare' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/comments\/\d+$/)
})

test('A hidden or deleted post is unavailable to a visitor, with its comments and likes', async ({
  bruno,
  visitor: { page },
}) => {
  const hidden = await publishPost(bruno, 'Per pochi', { privacy: 'followers' })
  const deleted = await publishPost(bruno, 'Ripensato')
  await bruno.callOk('deletePost', { post_id: deleted.id })
  for (const id of [hidden.id, deleted.id])
    for (const list of ['post', 'comments', 'likes']) {
      await page.goto(`/${list}/${id}`)
      await expect(page.getByText('Post non disponibile')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Accedi per commentare' })).toHaveCount(0)
    }
})

test('The photo opens large, zooms, and closes with Escape, with Back and with a swipe down @core', async ({
  page,
  createApiUser,
}) => {
  const { id } = await publishPost(await createApiUser('bruno'), 'Da vicino', { image: await photoUrl(1280) })
  await page.goto(`/post/${id}`)
  const photo = cardWithText(page, 'Da vicino').getByRole('button', { name: 'Foto di bruno' })
  const large = page.getByRole('dialog', { name: 'Foto di bruno' })
  await photo.focus()
  await page.keyboard.press('Enter')
  await expectLoaded(large.getByRole('img'))
  await expectAccessible(page)
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
