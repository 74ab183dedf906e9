import type { Page } from '@playwright/test'
import { sql } from '#server/testing/sql.ts'
import { failCall, collectRequests } from './support/network.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const paper = { light: 'rgb(251, 246, 239)', dark: 'rgb(20, 17, 29)' }

const settingSwitch = (page: Page, name: string) => page.getByRole('switch', { name })
/** Opens a section from the own profile, as people do. */
async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await page.getByRole('main').getByRole('link', { name }).click()
}
const radius = (page: Page) => page.getByRole('slider', { name: 'Raggio notifiche (m)' })

test('Settings save themselves once after loading and once after the last change, and survive a reload @core', async ({
  page,
}) => {
  const saves = collectRequests(page, 'updateUserSettings')
  await page.clock.install()
  await page.goto('/settings/notifications')
  await expect(settingSwitch(page, 'Likes')).toBeChecked()
  await expect(radius(page)).toBeHidden()
  await expect.poll(() => saves.length).toBe(1)
  // On a busy machine three changes take longer than the page waits for the next one.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await settingSwitch(page, 'Likes').click()
  await settingSwitch(page, 'Notifiche nelle vicinanze').click()
  await expect(radius(page)).toHaveValue('50')
  await radius(page).press('ArrowRight')
  await page.clock.resume()
  await expect.poll(() => saves.length).toBe(2)
  await expect(page.getByText('Salvato')).toBeVisible()
  expect(saves).toHaveLength(2)
  await page.reload()
  await expect(radius(page)).toHaveValue('60')
  await expect(settingSwitch(page, 'Likes')).not.toBeChecked()
  await expect(settingSwitch(page, 'Notifiche nelle vicinanze')).toBeChecked()
  await expect(settingSwitch(page, 'Commenti')).toBeChecked()
})

test('A change is not lost when the page is left before it is saved, nor when saving fails', async ({ page }) => {
  await page.goto('/profile')
  await openSection(page, 'Notifiche')
  await settingSwitch(page, 'Commenti').click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Notifiche' }).click()
  await expect(settingSwitch(page, 'Commenti')).not.toBeChecked()

  const restore = await failCall(page, 'updateUserSettings')
  await settingSwitch(page, 'Likes').click()
  await expect(page.getByRole('alert')).toContainText('Le modifiche non sono state salvate.')
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.reload()
  await expect(settingSwitch(page, 'Likes')).not.toBeChecked()
})

test('The feed reports a coarse cell only while Anna wants notifications about posts nearby', async ({ page, db }) => {
  const findCells = () => sql`SELECT c7 FROM user_cells`.all(db)
  const reports = collectRequests(page, 'recordNearbyCell')
  const asked = page.waitForResponse((response) => response.url().includes('get_user_settings'))
  await page.goto('/feed')
  await asked
  await page.getByRole('link', { name: 'Profilo' }).click()
  await openSection(page, 'Notifiche')
  await settingSwitch(page, 'Notifiche nelle vicinanze').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  expect(reports).toHaveLength(0)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('link', { name: 'Feed' }).click()
  await expect.poll(findCells).toHaveLength(1)
  await expect.poll(() => reports.length).toBe(1)
  expect(reports[0]!.postDataJSON()).toEqual({ lat: 45.46, lon: 9.19 })
})

test('Who may write and a private profile are saved like other settings and apply at once', async ({
  anna,
  page,
  bruno,
}) => {
  await page.goto('/profile')
  await openSection(page, 'Privacy e messaggi')
  const writePermission = page.getByRole('radiogroup', { name: 'Chi può scriverti' })
  await writePermission.getByLabel('Tutti').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(writePermission.getByLabel('Nessuno')).toBeChecked()
  await settingSwitch(page, 'Profilo Privato').click()
  await expect(page.getByText('Il tuo profilo è privato: i tuoi post li vede solo chi ti segue.')).toBeVisible()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByText('Profilo privato')).toBeVisible()
  const readConversation = async () => (await bruno.callOk('getMessages', { other_id: anna.user.id })).conversation
  await expect.poll(readConversation).toMatchObject({ can_write: false })

  await page.goto('/settings/privacy')
  await expect(writePermission.getByLabel('Nessuno')).toBeChecked()
  await expect(settingSwitch(page, 'Profilo Privato')).toBeChecked()
  await expectAccessible(page)
})

test('Somebody chooses a theme: it applies at once, in other tabs, before the first paint and after signing out', async ({
  anna: { page, context },
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const expectTheme = async (tab: Page, theme: 'light' | 'dark') => {
    await expect(tab.locator('body')).toHaveCSS('background-color', paper[theme])
    await expect
      .poll(() =>
        tab.evaluate(() =>
          [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
            .filter(({ media }) => matchMedia(media).matches)
            .map(({ content }) => content),
        ),
      )
      .toEqual([theme === 'light' ? '#fbf6ef' : '#14111d'])
  }
  await page.goto('/settings/appearance')
  const choice = page.getByRole('radiogroup', { name: 'Tema' })
  await expect(choice.getByLabel('Automatico, come il dispositivo')).toBeChecked()
  await expectTheme(page, 'light')
  const other = await context.newPage()
  await other.goto('/terms')

  const saves = collectRequests(page, 'updateUserSettings')
  await choice.getByText('Scuro').click()
  await expectTheme(page, 'dark')
  await expectTheme(other, 'dark')
  await expectAccessible(page)
  expect(saves.filter((save) => save.postData()?.includes('dark'))).toEqual([])

  // Without the app's code the page has its theme already.
  await other.route('**/assets/*.js', (route) => route.abort())
  await other.reload()
  await expect(other.locator('body')).toHaveCSS('background-color', paper.dark)

  await choice.getByText('Chiaro').click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'light')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('button', { name: 'Esci' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expectTheme(page, 'light')
  await page.evaluate(() => localStorage.removeItem('theme'))
  await page.reload()
  await expectTheme(page, 'dark')
})
