import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotion } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { collectRequests } from './support/network.ts'
import { mainNavigation } from './support/navigation.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'

test.use(withMotion)

const desk = { width: 1280, height: 800 }

test('From 1000 pixels on the rail is at the left of every page, and nothing scrolls sideways', async ({
  anna: { page, user },
  bruno,
}) => {
  const { id } = await publishPost(bruno, 'Chi va piano')
  const place = await findPlaceAt(bruno)
  for (const width of [1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      '/feed',
      `/comments/${id}`,
      `/likes/${id}`,
      `/spotted-requests/${id}`,
      `/location/${place}`,
      `/location-followers/${place}`,
      `/profile/${bruno.user.id}`,
      `/followers/${user.id}`,
      `/following/${user.id}`,
      '/new-spot',
      '/edit-profile',
      '/settings',
      '/security',
      '/blocked-users',
      '/chat',
      `/chat/${bruno.user.id}`,
      '/terms',
    ]) {
      // The first is opened by its address; the others without loading the app again.
      if (path === '/feed') await page.goto(path)
      else
        await page.evaluate((next) => {
          window.history.pushState({ index: 1, key: next }, '', next)
          window.dispatchEvent(new PopStateEvent('popstate'))
        }, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const rail = (await mainNavigation(page).boundingBox())!
      const main = (await page.getByRole('main').boundingBox())!
      expect([path, rail.height]).toEqual([path, 800])
      expect(rail.x + rail.width, path).toBeLessThanOrEqual(main.x + 1)
      await expectNoHorizontalScroll(page)
    }
  }
})

test('The keyboard reaches the rail before the page, and can skip it', async ({ page, createApiUser }) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
  await page.setViewportSize(desk)
  await page.goto('/feed')
  await expect(cardWithText(page, 'Chi va piano')).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('button', { name: 'Vai al contenuto' })
  await expect(skip).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(mainNavigation(page).getByRole('link', { name: 'Feed' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /Cambia luogo o distanza/ })).toBeFocused()
})

test('A menu opens beside the button that was pressed, whole on the screen', async ({ page, createApiUser }) => {
  const bruno = await createApiUser('bruno')
  for (const text of ['Sotto', 'Sopra']) await publishPost(bruno, text)
  await page.setViewportSize(desk)
  await page.goto('/feed')
  const menu = page.getByRole('dialog', { name: 'Opzioni del post' })
  for (const text of ['Sopra', 'Sotto']) {
    const button = cardWithText(page, text).getByRole('button', { name: 'Opzioni del post' })
    await button.scrollIntoViewIfNeeded()
    const pressed = (await button.boundingBox())!
    await button.click()
    await expect(menu).toBeInViewport({ ratio: 1 })
    const opened = (await menu.boundingBox())!
    expect(Math.abs(opened.x + opened.width - (pressed.x + pressed.width))).toBeLessThan(2)
    expect(Math.min(Math.abs(opened.y - pressed.y), Math.abs(opened.y + opened.height - pressed.y))).toBeLessThan(80)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
})

test('A wide desk shows the Spotted of the day, places and people around, which no phone loads', async ({
  page,
  bruno,
  carla,
}) => {
  const hidden = await publishPost(bruno, 'Solo per chi mi segue', { privacy: 'followers' })
  const post = await publishPost(bruno, 'A te col cappotto verde')
  await bruno.callOk('requestFollow', { followed_id: carla.user.id })
  await carla.callOk('requestFollow', { followed_id: bruno.user.id })
  for (const { id } of [post, hidden]) {
    await carla.callOk('requestSpotted', { post_id: id, action: 'request' })
    const { requests } = await bruno.callOk('getSpottedRequests', { post_id: id })
    await bruno.callOk('updateSpottedRequestStatus', { request_id: requests[0]!.request_id, status: 'confirmed' })
  }
  const asked = collectRequests(page, 'getNearbyLocations')
  await page.goto('/feed')
  await expect(cardWithText(page, 'A te col cappotto verde')).toBeVisible()
  const aside = page.getByRole('complementary', { name: 'Qui intorno' })
  await expect(aside).toHaveCount(0)
  expect(asked).toHaveLength(0)

  await page.setViewportSize(desk)
  const spotted = aside.getByRole('region', { name: 'Spotted del giorno' })
  await expect(spotted).toContainText('A te col cappotto verde')
  await expect(spotted).toContainText('Spotted: carla')
  await expect(aside.getByRole('link', { name: /^Piazza del Duomo/ }).first()).toBeVisible()
  await expect(aside.getByRole('button', { name: 'Segui bruno' })).toBeVisible()
  await expect(aside).not.toContainText('Solo per chi mi segue')
  for (const request of asked) expect(new URL(request.url()).search).toBe('?lat=45.46&lon=9.19')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await spotted.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/post/${post.id}$`))
})
