import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { waitForReply } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'

test('Anna saves posts, finds them from her profile, and takes one out again @core', async ({ page, bruno }) => {
  for (const text of ['Il primo', 'Il secondo']) await publishPost(bruno, text)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Salvati' }).click()
  await expect(page.getByText('Ancora niente da parte')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/feed')
  for (const text of ['Il primo', 'Il secondo']) {
    const button = cardWithText(page, text).getByRole('button', { name: 'Salva' })
    const saved = waitForReply(page, 'bookmarkPost')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    // The button does not wait for the reply: of two presses the later might be the first to arrive.
    await saved
  }
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Salvati' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').first()).toContainText('Il secondo')
  await expectAccessible(page)
  // It stays until she leaves, so that a slip of the finger can be undone.
  const button = cardWithText(page, 'Il secondo').getByRole('button', { name: 'Salva' })
  const removed = waitForReply(page, 'unbookmarkPost')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await removed
  await page.reload()
  await expect(page.getByRole('article')).toHaveText(/Il primo/)
})
