import type { Page } from '@playwright/test'

/** Chooses Bergamo in place of the position of the device. */
export async function chooseBergamo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cerca una città').fill('Bergam')
  await dialog.getByRole('button', { name: /^Bergamo/ }).click()
}
