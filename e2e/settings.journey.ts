import type { Page } from '@playwright/test'
import { failCall, collectRequests } from './support/network.ts'
import { publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
const radius = (page: Page) => page.getByRole('slider', { name: 'Raggio notifiche (m)' })

test('Settings save themselves once after loading and once after the last change, and survive a reload', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  const saves = collectRequests(page, 'updateUserSettings')
  await page.goto('/settings')
  await expect(radius(page)).toHaveValue('50')
  await expect.poll(() => saves.length).toBe(1)
  await radius(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageUp')
  await expect(radius(page)).toHaveValue('160')
  await toggle(page, 'Likes').click()
  await toggle(page, 'Notifiche nelle vicinanze').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  expect(saves).toHaveLength(2)
  await page.reload()
  await expect(radius(page)).toHaveValue('160')
  await expect(toggle(page, 'Likes')).not.toBeChecked()
  await expect(toggle(page, 'Notifiche nelle vicinanze')).toBeChecked()
  await expect(toggle(page, 'Commenti')).toBeChecked()
})

test('Leaving the page before a change is saved loses nothing', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await toggle(page, 'Commenti').click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await expect(toggle(page, 'Commenti')).not.toBeChecked()
  await toggle(page, 'Follows').click()
  await page.reload()
  await expect(toggle(page, 'Commenti')).not.toBeChecked()
  await expect(toggle(page, 'Follows')).not.toBeChecked()
})

test('A failed save says so, keeps the changes and can be retried', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/settings')
  const restore = await failCall(page, 'updateUserSettings')
  await toggle(page, 'Likes').click()
  await expect(page.getByRole('alert')).toContainText('Le modifiche non sono state salvate.')
  await expect(toggle(page, 'Likes')).not.toBeChecked()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.reload()
  await expect(toggle(page, 'Likes')).not.toBeChecked()
})

test('Who may write and what a notification shows are saved like other settings, and apply at once', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { page } = anna
  await page.goto('/settings')
  const mayWrite = page.getByRole('radiogroup', { name: 'Chi può scriverti' })
  await expect(mayWrite.getByLabel('Tutti')).toBeChecked()
  await expect(page.getByText('Le conversazioni che hai già accettato vanno avanti comunque.')).toBeVisible()
  await expect(toggle(page, 'Messaggi')).toBeChecked()
  await expect(toggle(page, 'Mostra il testo nelle notifiche')).not.toBeChecked()
  await mayWrite.getByLabel('Tutti').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(mayWrite.getByLabel('Nessuno')).toBeChecked()
  await toggle(page, 'Messaggi').click()
  await toggle(page, 'Mostra il testo nelle notifiche').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.reload()
  await expect(mayWrite.getByLabel('Nessuno')).toBeChecked()
  await expect(toggle(page, 'Messaggi')).not.toBeChecked()
  await expect(toggle(page, 'Mostra il testo nelle notifiche')).toBeChecked()
  await expectAccessible(page)
  expect((await bruno.callOk('getMessages', { other_id: anna.user.id })).conversation).toMatchObject({
    can_write: false,
  })

  await mayWrite.getByText('Tutti').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  expect((await bruno.callOk('getMessages', { other_id: anna.user.id })).conversation).toMatchObject({
    can_write: true,
  })
})

test('Going private takes effect at once; going public again accepts the pending followers', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Prima che chiudessi')
  const bruno = await createApiUser('bruno')
  const { page } = anna
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await toggle(page, 'Profilo Privato').click()
  await expect(page.getByText('I tuoi post li vede solo chi hai accettato come follower.')).toBeVisible()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByText('Profilo privato')).toBeVisible()
  const seen = await bruno.callOk('getProfile', { user_id: anna.user.id })
  expect(seen).toMatchObject({ user: { profile_visibility: 'private' }, posts: [] })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })

  await page.goto('/settings')
  await expect(toggle(page, 'Profilo Privato')).toBeChecked()
  await toggle(page, 'Profilo Privato').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  const now = await bruno.callOk('getProfile', { user_id: anna.user.id })
  expect(now.user).toMatchObject({ profile_visibility: 'public', follow_status: 'accepted' })
  expect(now.posts).toHaveLength(1)
})

test('The legal texts can be reached, have their headings, and link to each of them', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  for (const title of ['Termini e Condizioni', 'Privacy Policies', 'Elimina Account']) {
    await page.goto('/settings')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Indietro' }).click()
    await expect(page).toHaveURL(/\/settings$/)
  }
  await page.getByRole('link', { name: 'Privacy Policies' }).click()
  await page.getByRole('navigation', { name: 'In questa pagina' }).getByRole('link', { name: 'Le foto' }).click()
  await expect
    .poll(() =>
      page
        .getByRole('heading', { name: 'Le foto' })
        .evaluate((element) => Math.round(element.getBoundingClientRect().top)),
    )
    .toBe(76)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('The settings page is accessible', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/settings')
  await expect(radius(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Esci' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Conferma Logout' })).toBeVisible()
  await expectAccessible(page)
})
