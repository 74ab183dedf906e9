import { expect, type Page } from '@playwright/test'
import { password } from './world.ts'

/** Fills in the login and sends it. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/** Opens the account's sheet in the feed and asks to leave. */
export async function asksToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account di/ }).click()
  await page.getByRole('button', { name: 'Esci' }).click()
}
