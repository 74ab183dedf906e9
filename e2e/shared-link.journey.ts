import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, publishPost } from './support/posts.ts'

test('A visitor who follows a shared link reads what this is, registers by the heart, and likes the post they came for @core', async ({
  bruno,
  visitor: { page },
}) => {
  await publishPost(bruno, 'Un altro giorno')
  await publishPost(bruno, 'Per pochi', { privacy: 'followers' })
  const { id, location_id } = await publishPost(bruno, 'Guardate che tramonto', { image: await photoUrl() })
  await page.goto(`/post/${id}`)
  const frame = page.getByRole('complementary', { name: 'Dintorni' })
  await expect(frame.getByText('Quello che succede intorno a te.')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Accedi' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Altri post di bruno' })).toBeVisible()
  await expect(cardWithText(page, 'Un altro giorno')).toBeVisible()
  await expect(page.getByText('Per pochi')).toHaveCount(0)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Tutto di bruno' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${bruno.user.id}$`))
  await expect(page.getByRole('link', { name: 'Registrati per seguire' })).toBeVisible()
  await expect(cardWithText(page, 'Guardate che tramonto')).toBeVisible()
  await expect(frame).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/location/${location_id}`)
  await expect(frame).toBeVisible()

  await page.goto(`/post/${id}`)
  await cardWithText(page, 'Guardate che tramonto')
    .getByRole('link', { name: /^Mi piace: registrati/ })
    .click()
  await page.getByLabel('Username').fill('dora')
  await page.getByLabel('Email').fill(emailOf('dora'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('heading', { name: 'Ciao, dora' })).toBeVisible()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByText('Sei dalle parti di Milano')).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(new RegExp(`/post/${id}$`))
  await expect(frame).toHaveCount(0)
  const heart = cardWithText(page, 'Guardate che tramonto').getByRole('button', { name: 'Mi piace', exact: true })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await bruno.callOk('getPost', { post_id: id })).post.likes_count).toBe(1)
})

test('A private profile leads visitors to the login, like one that does not exist', async ({ bruno, visitor }) => {
  const { settings } = await bruno.callOk('getUserSettings', {})
  await bruno.callOk('updateUserSettings', { ...settings, profile_visibility: 'private' })
  for (const id of [bruno.user.id, 999_999_999]) {
    await visitor.page.goto(`/profile/${id}`)
    await expect(visitor.page).toHaveURL(/\/login$/)
  }
})
