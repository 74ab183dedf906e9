import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { type Demo, demoStartTimeoutMs, startDemo } from './support/demo.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { expectNothingAbovePage, mainNavigation } from './support/navigation.ts'
import { requestSignOut, signOut } from './support/sign-in.ts'
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts'

// The first visit after `npm start`: the server as it starts by default, with its demo community.

/** One after the other on one demo, which takes long to draw. */
test.describe.configure({ mode: 'default' })

let demo: Demo
test.beforeAll(async () => {
  test.setTimeout(demoStartTimeoutMs)
  demo = await startDemo()
})
test.afterAll(() => demo?.stop())

/** Far from every post, and without the permission to locate the device. */
async function openPage(browser: Browser, baseURL = demo.printedUrl): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'de-DE', timezoneId: 'America/New_York' })
  return context.newPage()
}

const entrance = (page: Page) => page.getByRole('button', { name: 'Entra come Giulia' })
const open = (page: Page, name: string) => mainNavigation(page).getByRole('link', { name }).click()

async function enter(page: Page): Promise<void> {
  await page.goto('/')
  await entrance(page).click()
}

test('One press at the printed address shows everything in the first minute, wherever the browser is @core', async ({
  browser,
}) => {
  const page = await openPage(browser)
  expect(demo.printedUrl).toMatch(/^http:\/\/localhost:\d+$/)
  await page.goto('/')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Leggi che cosa succede a due passi da te.' }),
  ).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(3)
  await expect(entrance(page)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await entrance(page).click()

  await expect(page).toHaveURL(/\/feed$/)
  await expect(page.getByRole('button', { name: /Roma.*5 km/ })).toBeVisible()
  await expect(page.getByRole('feed')).toContainText('Piazza di Santa Maria in Trastevere')
  // Whose stories are among the first depends on the hour.
  const stories = page.getByRole('list', { name: 'Storie' }).getByRole('button', { name: /^Storie di / })
  await expect(stories.first()).toBeVisible()

  await open(page, 'Messaggi (1 da leggere, 1 richiesta)')
  await expect(page.getByText('io riparto tra dieci minuti')).toBeVisible()
  await page.getByRole('tab', { name: 'Richieste (1)' }).click()
  await expect(page.getByText('Ciao Giulia, le tue scale')).toBeVisible()

  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: /pubblicato qui.*Santa Maria in Trastevere/ })).toBeVisible()
  await expect(page.getByText('ha confermato: eri proprio tu')).toBeVisible()
  await page.getByText('ha iniziato a seguirti').first().click()
  await expect(page.getByRole('button', { name: /Richiesta inviata/ }).first()).toBeVisible()

  await page.goto('/notifications')
  await page.getByRole('link', { name: /dario\.conte si riconosce.*quaderno a quadretti/ }).click()
  await expect(page.getByText('Ero io! Il gatto c’era davvero')).toBeVisible()
  await page.getByRole('button', { name: 'Sì, eri tu' }).click()
  await page.getByRole('alertdialog', { name: 'Spotted' }).getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByRole('link', { name: 'Scrivi a dario.conte' })).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Luoghi' }).click()
  await expect(page.getByRole('link', { name: /Piazza di Santa Maria in Trastevere/ })).toBeVisible()

  await page.goto('/feed')
  await signOut(page)
  await expect(entrance(page)).toBeVisible()
  await page.context().close()
})

test('At 127.0.0.1 the press works as well, and the security page says where passkeys do', async ({ browser }) => {
  const page = await openPage(browser, demo.printedUrl.replace('localhost', '127.0.0.1'))
  await page.goto('/login')
  await entrance(page).click()
  await expect(page).toHaveURL(/\/feed$/)
  await page.goto('/security')
  await expect(page.getByText(`Per aggiungere una passkey apri Dintorni da ${demo.printedUrl}.`)).toBeVisible()
  await page.context().close()
})

test('Passkeys work at the printed address, and one of Giulia’s is asked for after the press', async ({ browser }) => {
  const page = await openPage(browser)
  await addVirtualAuthenticator(page)
  await enter(page)
  await expect(page).toHaveURL(/\/feed$/)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/^Password/)
    .first()
    .fill(demo.password)
  await dialog.getByRole('button', { name: 'Continua' }).click()
  await page.getByRole('button', { name: 'Li ho salvati' }).click()
  await expectNothingAbovePage(page)
  await page.goto('/feed')
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await entrance(page).click()
  await expect(page.getByRole('heading', { name: 'Sei proprio tu?' })).toBeVisible()
  await page.getByRole('button', { name: 'Usa la passkey' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await page.context().close()
})
