import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'

const palermo = { latitude: 38.1157, longitude: 13.3615 }

test('Anna changes between what is near and what she follows; the address, Back and a reload keep the choice @core', async ({
  anna,
  page,
  bruno,
  carla,
}) => {
  await publishPost(carla, 'Carla qui vicino')
  await publishPost(bruno, 'Bruno da lontano', { location_id: await findPlaceAt(bruno, palermo) })
  await page.goto('/feed')
  const feeds = page.getByRole('navigation', { name: 'Quale feed' })
  await expect(feeds.getByRole('link', { name: 'Vicino' })).toHaveAttribute('aria-current', 'page')
  await feeds.getByRole('link', { name: 'Seguiti' }).click()
  await expect(page).toHaveURL(/\/feed\/following$/)
  await expect(page.getByText('Qui arriva chi segui')).toBeVisible()
  await expectAccessible(page)

  await anna.callOk('requestFollow', { followed_id: bruno.user.id })
  await feeds.getByRole('link', { name: 'Vicino' }).click()
  await expect(cardWithText(page, 'Carla qui vicino')).toBeVisible()
  await page.reload()
  await feeds.getByRole('link', { name: 'Seguiti' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(cardWithText(page, 'Bruno da lontano')).toBeVisible()
  await expectAccessible(page)

  await cardWithText(page, 'Bruno da lontano').getByRole('link', { name: 'bruno' }).first().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/feed\/following$/)
  await page.reload()
  await expect(cardWithText(page, 'Bruno da lontano')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(cardWithText(page, 'Carla qui vicino')).toBeVisible()
})

test('A post that a followed person publishes meanwhile is there when Anna comes back to the list', async ({
  anna,
  page,
  bruno,
}) => {
  await anna.callOk('requestFollow', { followed_id: bruno.user.id })
  for (let number = 1; number <= 5; number++) await publishPost(bruno, `Bruno ${number}`)
  await page.clock.install()
  await page.goto('/feed/following')
  await expect(cardWithText(page, 'Bruno 5')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Altri 2 post di bruno' })).toBeVisible()
  await page.getByRole('button', { name: 'Altri 2 post di bruno' }).click()
  await expect(cardWithText(page, 'Bruno 1')).toBeVisible()
  await publishPost(bruno, 'Bruno adesso')
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Nuovi post' }).click()
  await expect(cardWithText(page, 'Bruno adesso')).toBeVisible()
})
