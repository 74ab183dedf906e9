import type { Page } from '@playwright/test'
import { failCall, collectRequests } from './support/network.ts'
import { publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const paper = { light: 'rgb(251, 246, 239)', dark: 'rgb(20, 17, 29)' }

const settingSwitch = (page: Page, name: string) => page.getByRole('switch', { name })
const radius = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Raggio notifiche' }).getByRole('radio', { name })

test('Settings save themselves once after loading and once after the last change, and survive a reload @core', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  const saves = collectRequests(page, 'updateUserSettings')
  await page.clock.install()
  await page.goto('/settings')
  await expect(radius(page, 'Nel quartiere, circa 3 km')).toBeChecked()
  await expect(radius(page, 'In città, circa 10 km')).toBeDisabled()
  await expect.poll(() => saves.length).toBe(1)
  // On a busy machine three changes take longer than the page waits for the next one.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await settingSwitch(page, 'Likes').click()
  await settingSwitch(page, 'Notifiche nelle vicinanze').click()
  await radius(page, 'In città, circa 10 km').click()
  await page.clock.resume()
  await expect.poll(() => saves.length).toBe(2)
  await expect(page.getByText('Salvato')).toBeVisible()
  expect(saves).toHaveLength(2)
  await page.reload()
  await expect(radius(page, 'In città, circa 10 km')).toBeChecked()
  await expect(settingSwitch(page, 'Likes')).not.toBeChecked()
  await expect(settingSwitch(page, 'Notifiche nelle vicinanze')).toBeChecked()
  await expect(settingSwitch(page, 'Commenti')).toBeChecked()
})

test('Leaving the page before a change is saved loses nothing', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await settingSwitch(page, 'Commenti').click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await expect(settingSwitch(page, 'Commenti')).not.toBeChecked()
  await settingSwitch(page, 'Follows').click()
  await page.reload()
  await expect(settingSwitch(page, 'Commenti')).not.toBeChecked()
  await expect(settingSwitch(page, 'Follows')).not.toBeChecked()
})

test('The feed reports a coarse cell only while Anna wants notifications about posts nearby', async ({
  createBrowserUser,
  db,
}) => {
  const { page } = await createBrowserUser('anna')
  const findCells = () => db.selectFrom('user_cells').select('c7').execute()
  const reports = collectRequests(page, 'recordNearbyCell')
  const asked = page.waitForResponse((response) => response.url().includes('get_user_settings'))
  await page.goto('/feed')
  await asked
  await page.getByRole('link', { name: 'Profilo' }).click()
  await page.getByRole('link', { name: 'Impostazioni' }).click()
  await settingSwitch(page, 'Notifiche nelle vicinanze').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  expect(reports).toHaveLength(0)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('link', { name: 'Feed' }).click()
  await expect.poll(findCells).toHaveLength(1)
  await expect.poll(() => reports.length).toBe(1)
  expect(reports[0]!.postDataJSON()).toEqual({ lat: 45.46, lon: 9.19 })
})

test('A failed save says so, keeps the changes and can be retried', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/settings')
  const restore = await failCall(page, 'updateUserSettings')
  await settingSwitch(page, 'Likes').click()
  await expect(page.getByRole('alert')).toContainText('Le modifiche non sono state salvate.')
  await expect(settingSwitch(page, 'Likes')).not.toBeChecked()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.reload()
  await expect(settingSwitch(page, 'Likes')).not.toBeChecked()
})

test('The choices of who may write and of what a notification shows are saved like other settings, and apply at once', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { page } = anna
  await page.goto('/settings')
  const writePermission = page.getByRole('radiogroup', { name: 'Chi può scriverti' })
  await expect(writePermission.getByLabel('Tutti')).toBeChecked()
  await expect(page.getByText('Le conversazioni che hai già accettato vanno avanti comunque.')).toBeVisible()
  await expect(settingSwitch(page, 'Messaggi')).toBeChecked()
  await expect(settingSwitch(page, 'Mostra il testo nelle notifiche')).not.toBeChecked()
  await writePermission.getByLabel('Tutti').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(writePermission.getByLabel('Nessuno')).toBeChecked()
  await settingSwitch(page, 'Messaggi').click()
  await settingSwitch(page, 'Mostra il testo nelle notifiche').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.reload()
  await expect(writePermission.getByLabel('Nessuno')).toBeChecked()
  await expect(settingSwitch(page, 'Messaggi')).not.toBeChecked()
  await expect(settingSwitch(page, 'Mostra il testo nelle notifiche')).toBeChecked()
  await expectAccessible(page)
  expect((await bruno.callOk('getMessages', { other_id: anna.user.id })).conversation).toMatchObject({
    can_write: false,
  })

  await writePermission.getByText('Tutti').click()
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
  await settingSwitch(page, 'Profilo Privato').click()
  await expect(page.getByText('I tuoi post li vede solo chi hai accettato come follower.')).toBeVisible()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByText('Profilo privato')).toBeVisible()
  const privateProfile = await bruno.callOk('getProfile', { user_id: anna.user.id })
  expect(privateProfile).toMatchObject({ user: { profile_visibility: 'private' }, posts: [] })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })

  await page.goto('/settings')
  await expect(settingSwitch(page, 'Profilo Privato')).toBeChecked()
  await settingSwitch(page, 'Profilo Privato').click()
  await expect(page.getByText('Salvato')).toBeVisible()
  const publicProfile = await bruno.callOk('getProfile', { user_id: anna.user.id })
  expect(publicProfile.user).toMatchObject({ profile_visibility: 'public', follow_status: 'accepted' })
  expect(publicProfile.posts).toHaveLength(1)
})

test('The legal texts can be reached, have their headings, and link to each of them', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  for (const title of ['Termini e Condizioni', 'Privacy Policies', 'Elimina Account']) {
    await page.goto('/settings')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
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

test('Somebody chooses a theme: it applies at once, in other tabs, before the first paint and after signing out', async ({
  createBrowserUser,
}) => {
  const { page, context } = await createBrowserUser('anna')
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
  await page.goto('/settings')
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
  await page.getByRole('button', { name: 'Esci' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expectTheme(page, 'light')
  await page.evaluate(() => localStorage.removeItem('theme'))
  await page.reload()
  await expectTheme(page, 'dark')
})
