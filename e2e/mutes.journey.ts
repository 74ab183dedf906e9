import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNothingAbovePage } from './support/navigation.ts'
import { cardWithText, publishPost } from './support/posts.ts'

test('Anna mutes a person from a post and a place from its page, and finds both in the settings', async ({
  page,
  bruno,
  carla,
}) => {
  const post = await publishPost(bruno, 'Troppe parole')
  await publishPost(carla, 'Poche parole')
  await page.goto('/feed')
  await cardWithText(page, 'Troppe parole').getByRole('button', { name: 'Opzioni del post' }).click()
  await page.getByRole('button', { name: 'Silenzia bruno' }).click()
  await expect(page.getByText('I suoi post non arrivano più nei tuoi feed.')).toBeVisible()
  await expect(cardWithText(page, 'Troppe parole')).toHaveCount(0)
  await expect(cardWithText(page, 'Poche parole')).toBeVisible()
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(page.getByRole('article')).toHaveText(/Poche parole/)

  await page.goto(`/profile/${bruno.user.id}`)
  await expect(cardWithText(page, 'Troppe parole')).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni del profilo' }).click()
  await expect(page.getByRole('button', { name: 'Riattiva bruno' })).toBeVisible()
  await page.goto(`/location/${post.location_id}`)
  await page.getByRole('tab', { name: 'Info' }).click()
  await page.getByRole('button', { name: 'Silenzia questo luogo' }).click()
  await expect(page.getByRole('button', { name: 'Riattiva questo luogo' })).toBeVisible()
  await page.goto('/feed')
  await expect(page.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()

  await page.goto('/settings/privacy')
  await page.getByRole('link', { name: 'Silenziati' }).click()
  const list = page.getByRole('list', { name: 'Silenziati' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await list.getByRole('button', { name: `Riattiva ${post.location_name}` }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: 'Riattiva bruno' }).click()
  await expect(page.getByText('Non hai silenziato niente')).toBeVisible()
  await page.goto('/feed')
  await expect(page.getByRole('article')).toHaveCount(2)
})
