import type { Page } from '@playwright/test'
import { type BrowserUser, expect, test, withMotion } from './support/fixtures.ts'
import { mainNavigation } from './support/navigation.ts'
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

test('Back closes the menu of a post and the place picker, then leaves the page @core', async ({
  anna,
  page,
  createApiUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Chi va piano')
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

  // Back closes the place picker, too, and keeps what Anna has written.
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
