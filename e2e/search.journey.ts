import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { mainNavigation } from './support/navigation.ts'
import { publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Cerca persone, luoghi e post' })
const results = (page: Page) => page.getByRole('list', { name: 'Risultati' })

test('A place is found despite a typo, with town and distance; going back from it shows the results @core', async ({
  page,
}) => {
  await page.goto('/search')
  await field(page).fill('piaza del duomo')
  const place = results(page)
    .getByRole('listitem')
    .filter({ hasText: 'Milano (MI)' })
    .filter({ hasText: 'Piazza del Duomo' })
  await expect(place).toContainText(/\d+ m/)
  await expect(place).toContainText('Piazza')
  await place.getByRole('button', { name: 'Segui Piazza del Duomo' }).click()
  await expect(place.getByRole('button', { name: 'Seguito Piazza del Duomo' })).toBeVisible()
  await expect(page).toHaveURL(/\/search\?q=piaza%20del%20duomo$/)
  await place.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('piaza del duomo')
  await expect(place).toBeVisible()
})

test('An empty search suggests people and places nearby, again once the box is cleared or the navigation bar leads there', async ({
  page,
  createApiUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Ciao dal Duomo')
  await publishPost(bruno, 'Cerco la ragazza con la bici #navigli', { looks_for_someone: 1 })
  await page.goto('/search')
  await expect(page.getByRole('list', { name: 'Cercano qualcuno qui intorno' })).toContainText('Cerco la ragazza')
  await expect(page.getByRole('link', { name: '#navigli', exact: true })).toHaveAttribute('href', '/hashtag/navigli')
  await expectAccessible(page)
  const suggestions = page.getByRole('region', { name: 'Esplora' })
  await expect(suggestions.getByRole('link', { name: 'bruno' })).toBeVisible()
  await expect(suggestions.getByRole('link', { name: /^Piazza del Duomo/ })).toBeVisible()
  await field(page).fill('zzqqxx')
  await expect(page.getByRole('heading', { name: 'Nessuno e niente per «zzqqxx»' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(field(page)).toBeFocused()
  await expect(suggestions.getByRole('link', { name: 'bruno' })).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)

  await page.goto('/search?q=bergamo')
  await expect(results(page)).toBeVisible()
  await mainNavigation(page).getByRole('link', { name: 'Cerca' }).click()
  await expect(field(page)).toHaveValue('')
  await expect(suggestions.getByRole('link', { name: 'bruno' })).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)
})

test('A search that led to a result is offered again, and Back leads from it, until it is removed', async ({
  page,
}) => {
  const recent = page.getByRole('list', { name: 'Ricerche recenti' })
  for (const query of ['bergamo', 'colosseo']) {
    await page.goto('/search')
    await field(page).fill(query)
    await results(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/location\/\d+$/)
  }
  await page.goto('/search')
  await expect(recent.getByRole('link')).toHaveText(['colosseo', 'bergamo'])
  await expectAccessible(page)
  await recent.getByRole('link', { name: 'colosseo' }).click()
  await expect(field(page)).toHaveValue('colosseo')
  await expect(results(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/search$/)
  await expect(field(page)).toHaveValue('')
  await recent.getByRole('button', { name: 'Dimentica «colosseo»' }).click()
  await expect(recent.getByRole('link')).toHaveText(['bergamo'])
  await expect(recent.getByRole('link')).toBeFocused()
  await page.getByRole('button', { name: 'Cancella tutto' }).click()
  await expect(recent).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await field(page).fill('napoli')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(recent.getByRole('link')).toHaveText(['napoli'])
})

test('The chips lead from people to posts with the words, and the chosen one is there on return', async ({
  page,
  bruno,
}) => {
  await publishPost(bruno, 'Le lanterne della #Lanternata sul naviglio')
  await publishPost(bruno, 'Una lanterna sola')
  await page.goto('/search')
  await field(page).fill('lanterne')
  const kinds = page.getByRole('radiogroup', { name: 'Che cosa cercare' })
  await expect(kinds.getByRole('radio', { name: 'Tutto' })).toBeChecked()
  const posts = page.getByRole('feed', { name: 'Post con «lanterne»' })
  await expect(posts.getByRole('article')).toHaveCount(2)
  await kinds.getByRole('radio', { name: 'Persone' }).click()
  await expect(page.getByRole('heading', { name: 'Nessuno si chiama «lanterne»' })).toBeVisible()
  await kinds.getByRole('radio', { name: 'Post' }).click()
  await expect(posts.getByRole('article')).toHaveCount(2)
  await expect(page).toHaveURL(/\/search\?q=lanterne&in=posts$/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await posts.getByText('Una lanterna sola').click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await page.goBack()
  await expect(kinds.getByRole('radio', { name: 'Post' })).toBeChecked()
  await expect(posts.getByRole('article')).toHaveCount(2)
  await field(page).fill('#lanter')
  await kinds.getByRole('radio', { name: 'Hashtag' }).click()
  const hashtag = page.getByRole('list', { name: 'Hashtag' }).getByRole('link', { name: '#lanternata' })
  await expect(hashtag).toContainText('1 post')
  await expectAccessible(page)
  await hashtag.click()
  await expect(page).toHaveURL(/\/hashtag\/lanternata$/)
})
