import { expect, type Page } from '@playwright/test'
import { password } from '#server/testing/fixtures/api-client.ts'

/** Fills in and submits the login form. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/** Opens the settings from the main navigation and presses Esci. */
export async function requestSignOut(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).click()
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await page.getByRole('button', { name: 'Esci' }).click()
}

/** Signs out through the settings and waits for the login. */
export async function signOut(page: Page): Promise<void> {
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
