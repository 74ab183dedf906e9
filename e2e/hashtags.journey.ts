import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'

const palermo = { latitude: 38.1157, longitude: 13.3615 }

test('A hashtag leads to its posts, those nearby first or the newest @core', async ({ page, bruno }) => {
  await publishPost(bruno, 'Vicino #Città')
  await publishPost(bruno, 'Lontano, in #citta', { location_id: await findPlaceAt(bruno, palermo) })
  await page.goto('/feed')
  await page.getByRole('link', { name: '#Città' }).click()
  await expect(page).toHaveURL(/\/hashtag\/Citt%C3%A0$/)
  await expect(page.getByRole('heading', { name: '#Città' })).toBeVisible()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Vicino')
  await expect(cards.first()).toContainText(/· \d+ m/)
  await page.getByRole('radio', { name: 'Più recenti' }).click()
  await expect(cards.first()).toContainText('Lontano')
  await page.reload()
  await expect(cards.first()).toContainText('Lontano')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.goto(`/hashtag/${'lungo'.repeat(10)}`)
  await expect(page.getByText(/^Ancora nessun post con/)).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await expect(cardWithText(page, 'Vicino')).toHaveCount(0)
})
