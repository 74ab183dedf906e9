import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { expectNothingAbovePage } from './support/navigation.ts'
import { failCall } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type ApiUser, test } from './support/fixtures.ts'

const spottedButton = (page: Page, text: string) =>
  cardWithText(page, text).getByRole('button', { name: /^(Spotted|In attesa): / })
const question = (page: Page) => page.getByRole('dialog', { name: 'Sei tu?' })
/** A post among those of a person or a place in which somebody is confirmed. */
const tile = (page: Page, text: string) => page.getByRole('link', { name: `Post di anna: ${text}` })
const faces = (page: Page, text: string) => cardWithText(page, text).getByRole('link', { name: /^Spotted / })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Richieste Spotted' }).getByRole('listitem').filter({ hasText: name })
const answer = (page: Page, name: string, label: string) =>
  row(page, name).getByRole('button', { name: `${label} ${name}` })
const yes = (page: Page, name: string) => answer(page, name, 'Sì, eri tu')
/** Says yes, and confirms the question. */
async function confirmRequest(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Sì, eri tu ${name}` }).click()
  const asked = page.getByRole('alertdialog', { name: 'Spotted' })
  await expect(asked).toContainText('Sei sicuro di voler confermare questa richiesta Spotted?')
  await asked.getByRole('button', { name: 'Conferma' }).click()
}
const no = (page: Page, name: string) => answer(page, name, 'Non eri tu')
const takeBack = (page: Page, name: string) => answer(page, name, 'Annulla la conferma')
const celebration = (page: Page) => page.getByRole('dialog', { name: 'Vi siete ritrovati' })
const counter = (page: Page) => page.getByRole('link', { name: /\d+ Spotted$/ })

/** Requests Spotted through the API. */
const requestSpotted = (person: ApiUser, post_id: number) =>
  person.callOk('requestSpotted', { post_id, action: 'request' })

/** Requests Spotted and confirms it as the author, through the API. */
async function createConfirmed(person: ApiUser, author: ApiUser, post_id: number): Promise<void> {
  await requestSpotted(person, post_id)
  const { requests } = await author.callOk('getSpottedRequests', { post_id })
  const request_id = requests.find(({ id }) => id === person.user.id)!.request_id
  await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
}

test('Bruno recognises himself and Anna confirms: posts, profiles and place agree; then he withdraws @core', async ({
  anna,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  const post = await publishPost(anna, 'Maglione verde, terza fila')
  const { page } = bruno
  await page.goto('/feed')
  const button = spottedButton(page, 'Maglione verde, terza fila')
  await button.click()
  await expect(question(page)).toContainText('Maglione verde, terza fila')
  await question(page).getByRole('textbox', { name: 'Due parole a anna' }).fill('Ero io: ridevo con te')
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(button).toHaveText(/^In attesa/)
  await expect(button).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/notifications')
  await page.getByRole('link', { name: 'I tuoi Spotted' }).click()
  await expect(page.getByText('Nessuno aspetta una risposta')).toBeVisible()
  await page.getByRole('tab', { name: 'In attesa' }).click()
  await expect(page.getByText('Ero io: ridevo con te')).toBeVisible()
  await expectAccessible(page)

  await anna.page.goto('/notifications')
  await anna.page.getByRole('link', { name: 'I tuoi Spotted' }).click()
  await expect(anna.page.getByText('Ero io: ridevo con te')).toBeVisible()
  await expectAccessible(anna.page)
  await confirmRequest(anna.page, 'bruno')
  await expect(celebration(anna.page)).toContainText('bruno')
  await expectAccessible(anna.page)
  await expect(celebration(anna.page).getByRole('link', { name: 'Scrivi a bruno' })).toHaveAttribute(
    'href',
    `/chat/${bruno.user.id}`,
  )
  await celebration(anna.page).getByRole('button', { name: 'Chiudi' }).click()
  await expect(celebration(anna.page)).toHaveCount(0)
  await expect(anna.page.getByText('Nessuno aspetta una risposta')).toBeVisible()

  await page.goto('/notifications')
  await page.getByRole('link', { name: /ha confermato: eri proprio tu/ }).click()
  await expect(celebration(page)).toContainText('anna ha confermato: eri proprio tu')
  await expectAccessible(page)
  await celebration(page).getByRole('button', { name: 'Chiudi' }).click()
  await expect(page.getByText('Maglione verde, terza fila')).toBeVisible()

  for (const viewer of [anna, bruno]) {
    for (const path of [`/profile/${bruno.user.id}`, `/location/${post.location_id}`]) {
      await viewer.page.goto(path)
      await expect(counter(viewer.page)).toHaveText(/^1/)
      await counter(viewer.page).click()
      await expect(tile(viewer.page, 'Maglione verde, terza fila')).toBeVisible()
    }
    await expectAccessible(viewer.page)
    await tile(viewer.page, 'Maglione verde, terza fila').press('Enter')
    await expect(viewer.page).toHaveURL(new RegExp(`/post/${post.id}$`))
    await expect(faces(viewer.page, 'Maglione verde, terza fila')).toHaveText(/Spotted bruno$/)
  }

  // Withdrawing a confirmed request needs a confirmation, and updates the counter of the open place.
  await page.goto(`/location/${post.location_id}`)
  await expect(button).toHaveText(/^Spotted/)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await page.getByRole('alertdialog', { name: 'Ritirare lo Spotted?' }).getByRole('button', { name: 'Ritira' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(counter(page)).toHaveText(/^0/)
  await anna.page.goto(`/spotted-requests/${post.id}`)
  await expect(anna.page.getByText('Ancora nessuno, qui')).toBeVisible()
})

test('A request shows at once, is reverted when the network loses it, and is withdrawn with one press', async ({
  page,
  bruno,
}) => {
  const { id } = await publishPost(bruno, 'Ombrello rosso')
  await page.goto('/feed')
  const button = spottedButton(page, 'Ombrello rosso')
  await button.press('Enter')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectNothingAbovePage(page)
  await expect(button).toBeFocused()
  const restore = await failCall(page, 'requestSpotted')
  await button.click()
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(button).toHaveText(/^Spotted/)
  await restore()
  await button.click()
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(button).toHaveText(/^In attesa/)
  const requestCount = async () => (await bruno.callOk('getSpottedRequests', { post_id: id })).requests.length
  await expect.poll(requestCount).toBe(1)
  await button.click()
  await expect(button).toHaveText(/^Spotted/)
  await expect.poll(requestCount).toBe(0)
})

test('A confirmation can be taken back, and an alert explains one that failed', async ({ anna, page, bruno }) => {
  const { id } = await publishPost(anna, 'Al mercato')
  await requestSpotted(bruno, id)
  await page.goto(`/spotted-requests/${id}`)
  const alert = page.getByRole('alertdialog', { name: 'Stato non aggiornato' })
  const restore = await failCall(page, 'updateSpottedRequestStatus')
  await confirmRequest(page, 'bruno')
  await expect(alert).toContainText("Errore di rete durante l'aggiornamento dello stato di conferma.")
  await expectAccessible(page)
  await alert.getByRole('button').click()
  await restore()
  await confirmRequest(page, 'bruno')
  await celebration(page).getByRole('button', { name: 'Chiudi' }).click()
  await takeBack(page, 'bruno').click()
  await expect(yes(page, 'bruno')).toBeFocused()

  await bruno.callOk('requestSpotted', { post_id: id, action: 'withdraw' })
  await confirmRequest(page, 'bruno')
  await expect(alert).toContainText("Errore durante l'aggiornamento dello stato di conferma.")
  await alert.getByRole('button').click()
  await expect(page.getByText('Ancora nessuno, qui')).toBeVisible()
})

test('Anna says no: Bruno keeps waiting and learns nothing, and Anna can think again', async ({
  anna,
  page,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  const { id } = await publishPost(anna, 'Quello col cane')
  await requestSpotted(bruno, id)
  await page.goto(`/spotted-requests/${id}`)
  await no(page, 'bruno').click()
  await expect(row(page, 'bruno')).toHaveCount(0)
  await bruno.page.goto('/feed')
  await expect(spottedButton(bruno.page, 'Quello col cane')).toHaveText(/^In attesa/)
  await bruno.page.goto(`/spotted-requests/${id}`)
  await expect(row(bruno.page, 'bruno')).toContainText('In attesa')
  await page.getByRole('button', { name: 'Mostra le rifiutate' }).click()
  const declined = page.getByRole('list', { name: 'Rifiutate' }).getByRole('listitem')
  await expect(declined).toHaveCount(1)
  await expectAccessible(page)
  await declined.getByRole('button', { name: 'Ci ripenso bruno' }).click()
  await expect(declined).toHaveCount(0)
  await expect(yes(page, 'bruno')).toBeVisible()
  await expect(page.getByRole('button', { name: /le rifiutate$/ })).toHaveCount(0)
})

test('Others see who is confirmed, on the card and in a list without controls; a visitor sees nobody', async ({
  createApiUser,
  createBrowserUser,
  visitor,
}) => {
  const anna = await createApiUser('anna')
  const { id } = await publishPost(anna, 'Tutti in piazza')
  const people = await Promise.all(
    ['bruno', 'carla', 'dino', 'elio', 'W'.repeat(30)].map((name) => createApiUser(name)),
  )
  const pending = await createApiUser('zeno')
  const gaia = await createBrowserUser('gaia')
  const { page } = gaia
  for (const person of people.slice(0, 2)) await createConfirmed(person, anna, id)
  await page.goto('/feed')
  await expect(faces(page, 'Tutti in piazza')).toHaveText(/carla e bruno$/)

  await requestSpotted(pending, id)
  await faces(page, 'Tutti in piazza').click()
  await expect(row(page, 'bruno')).toContainText('Confermato')
  await expect(row(page, 'zeno')).toHaveCount(0)
  await requestSpotted(gaia, id)
  await page.reload()
  await expect(row(page, 'gaia')).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(0)

  for (const person of people.slice(2)) await createConfirmed(person, anna, id)
  await page.goto('/feed')
  await expect(faces(page, 'Tutti in piazza')).toHaveText(/W, elio e altre 3 persone$/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  const footer = cardWithText(page, 'Tutti in piazza').locator('footer')
  expect(await footer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await visitor.page.goto(`/spotted-requests/${id}`)
  await expect(visitor.page.getByRole('main').getByRole('link', { name: 'Accedi' })).toBeVisible()
  await expect(visitor.page.getByRole('listitem')).toHaveCount(0)
  await expect(visitor.page.getByText('bruno')).toHaveCount(0)
  await expectAccessible(visitor.page)
})
