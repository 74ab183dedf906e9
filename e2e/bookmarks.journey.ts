import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { failCall, waitForReply } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'

test('Anna saves posts, finds them from her profile, and takes one out again', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  for (const text of ['Il primo', 'Il secondo']) await publishPost(bruno, text)
  const { page } = await createBrowserUser('anna')
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

test('A post that could not be saved does not look as if it were', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno'), 'Da salvare')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const restore = await failCall(page, 'bookmarkPost')
  const button = cardWithText(page, 'Da salvare').getByRole('button', { name: 'Salva' })
  await button.click()
  await expect(page.getByText(/Errore di rete/)).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await restore()
  await button.focus()
  const saved = waitForReply(page, 'bookmarkPost')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await saved
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})
