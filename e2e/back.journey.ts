import type { Page } from '@playwright/test'
import { type BrowserUser, expect, test, withMotion } from './support/fixtures.ts'
import { expectLayersAbovePage, expectNothingAbovePage, mainNavigation } from './support/navigation.ts'
import { cardWithText, publishPost } from './support/posts.ts'

test.use(withMotion)

/** Opens the notifications, then the feed. */
async function openFeedAfterNotifications({ page }: BrowserUser): Promise<void> {
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'Notifiche', level: 1 })).toBeVisible()
  await mainNavigation(page).getByRole('link', { name: 'Feed' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
}

const openMenu = (page: Page, text: string) =>
  cardWithText(page, text).getByRole('button', { name: 'Opzioni del post' }).click()

test('Back closes the menu of a post, then leaves the feed', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await openFeedAfterNotifications(anna)
  await openMenu(page, 'Chi va piano')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/notifications$/)

  // Forward does not stop where the menu was.
  await page.goForward()
  await expect(cardWithText(page, 'Chi va piano')).toBeVisible()
})

test('A menu that was closed by its own button leaves no step of Back behind', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await openFeedAfterNotifications(anna)
  for (const close of [
    () => page.getByRole('button', { name: 'Chiudi' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await openMenu(page, 'Chi va piano')
    await expect(page.getByRole('dialog')).toBeVisible()
    await close()
    await expectNothingAbovePage(page)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/notifications$/)
})

test('A question that follows a menu is closed by one Back', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await openFeedAfterNotifications(anna)
  await openMenu(page, 'Chi va piano')
  await page.getByRole('button', { name: 'Segnala' }).click()
  await expect(page.getByRole('dialog', { name: 'Segnala il post' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Opzioni del post' })).toHaveCount(0)
  // The dialog's code loads late on a busy machine: then it gets its step of the history after the menu's is gone.
  await expectLayersAbovePage(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/notifications$/)
})

test('After a reload with an open menu one Back leaves the page', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await openFeedAfterNotifications(anna)
  await openMenu(page, 'Chi va piano')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(cardWithText(page, 'Chi va piano')).toBeVisible()
  await expectNothingAbovePage(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/notifications$/)
})

test('Back closes the place picker and keeps the text', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await mainNavigation(page).getByRole('link', { name: 'Nuovo post' }).click()
  await page.getByRole('textbox').first().fill('Ci vediamo qui')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await expect(page.getByRole('dialog', { name: 'Dove sei?' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/new-spot$/)
  await expect(page.getByRole('textbox').first()).toHaveValue('Ci vediamo qui')
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
})
