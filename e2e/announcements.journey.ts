import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { cardWithText, publishPost } from './support/posts.ts'

/** From the next page on, `window.shifts` has every text that has moved. */
const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources?: { node?: Element }[] })[])
        for (const { node } of entry.sources ?? []) shifts.push(node?.textContent ?? '')
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('Ada announces something: Bruno reads it above his feed and closes it, a visitor reads it, and it is withdrawn', async ({
  ada,
  createBrowserUser,
  visitor,
}) => {
  const bruno = await createBrowserUser('bruno')
  await publishPost(bruno, 'Un giorno come gli altri')
  const { page } = ada
  await page.goto('/administration')
  await page.getByRole('link', { name: 'Avvisi' }).click()
  await page.getByRole('button', { name: 'Scrivi un avviso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scrivi un avviso' })
  await dialog.getByLabel('Avviso').fill('Stasera dalle 23 il server è fermo: https://example.com/stato')
  await expect(dialog.getByText('Così lo vedono tutti')).toBeVisible()
  await dialog.getByLabel('Finisce').fill('2020-01-01T10:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pubblica' }).click()
  await expect(dialog.getByRole('alert')).toContainText('La fine è già passata')
  await expect(dialog.getByLabel('Avviso')).toHaveValue(/^Stasera/)
  await dialog.getByLabel('Finisce').fill('')
  await dialog.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText('Avviso pubblicato')).toBeVisible()
  await expect(page.getByText('In corso, finché non lo ritiri · da ada')).toBeVisible()
  await expectAccessible(page)

  const region = (of: typeof page) => of.getByRole('region', { name: 'Avvisi' })
  await bruno.page.goto('/feed')
  await expect(region(bruno.page)).toContainText('Stasera dalle 23 il server è fermo')
  await expect(region(bruno.page).getByRole('link')).toHaveAttribute('href', 'https://example.com/stato')
  await expectAccessible(bruno.page)
  // It comes with the page: nothing moves when it appears.
  await recordLayoutShifts(bruno.page)
  await bruno.page.reload()
  await expect(region(bruno.page)).toBeVisible()
  await expect(cardWithText(bruno.page, 'Un giorno come gli altri')).toBeVisible()
  const shifts = await bruno.page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
  expect(shifts.filter((text) => /Un giorno come|Stasera/.test(text))).toEqual([])
  await bruno.page.goto('/feed/following')
  await region(bruno.page).getByRole('button', { name: 'Chiudi l’avviso' }).click()
  await expect(region(bruno.page)).toHaveCount(0)
  await bruno.page.goto('/feed')
  await expect(cardWithText(bruno.page, 'Un giorno come gli altri')).toBeVisible()
  await expect(region(bruno.page)).toHaveCount(0)

  await visitor.page.goto('/login')
  await expect(region(visitor.page)).toContainText('Stasera dalle 23')
  await expectAccessible(visitor.page)

  await page.getByRole('button', { name: /^Ritira Stasera/ }).click()
  await page.getByRole('alertdialog', { name: 'Ritirare l’avviso?' }).getByRole('button', { name: 'Ritira' }).click()
  await expect(page.getByText('Avviso ritirato')).toBeVisible()
})
