import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotion } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { openWithLiveUpdates } from './support/live-updates.ts'
import { mainNavigation } from './support/navigation.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'

test.use(withMotion)

const desk = { width: 1280, height: 800 }

test('From 1000 pixels on the rail is at the left of every page, and nothing scrolls sideways', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Chi va piano')
  const place = await findPlaceAt(bruno)
  const { page, user } = await createBrowserUser('anna')
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
          window.history.pushState({ idx: 1, key: next }, '', next)
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

test('The keyboard reaches the rail before the page, and can skip it', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
  const { page } = await createBrowserUser('anna')
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

test('Messages are marked on every screen, a message request as well', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Chi va piano')
  const { page, user } = await createBrowserUser('anna')
  await openWithLiveUpdates(page, '/feed')
  const link = page.getByRole('link', { name: /^Messaggi/ })
  await expect(link).toHaveAccessibleName('Messaggi')
  await bruno.callOk('sendMessage', { other_id: user.id, client_id: crypto.randomUUID(), text: 'Ciao' })
  await expect(link).toHaveAccessibleName('Messaggi (1 richiesta)')
  // On a phone the likes have no bar: their header has the link.
  await page.goto(`/likes/${id}`)
  await expect(mainNavigation(page)).toHaveCount(0)
  await expect(link).toHaveAccessibleName('Messaggi (1 richiesta)')
  await expectAccessible(page)
  await page.setViewportSize(desk)
  await expect(mainNavigation(page).getByRole('link', { name: 'Messaggi (1 richiesta)' })).toBeVisible()
  await expect(link).toHaveCount(1)
  await expectAccessible(page)
  await link.click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(link).toHaveAttribute('aria-current', 'page')
})
