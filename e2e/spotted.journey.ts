import type { Page } from '@playwright/test'
import { expectNothingAbovePage } from './support/navigation.ts'
import { failCall, holdCall, collectRequests } from './support/network.ts'
import { cardWithText, findPlaceAt, publishPost } from './support/posts.ts'
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
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createBrowserUser('bruno')
  const post = await publishPost(anna, 'Maglione verde, terza fila')
  const { page } = bruno
  await page.goto('/feed')
  const button = spottedButton(page, 'Maglione verde, terza fila')
  await button.click()
  await expect(question(page)).toContainText('anna')
  await expect(question(page)).toContainText('Maglione verde, terza fila')
  await question(page).getByRole('button', { name: 'Annulla' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await question(page).getByRole('textbox', { name: 'Due parole a anna' }).fill('Ero io: ridevo con te')
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(button).toHaveText(/^In attesa/)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  // Nobody is confirmed: the count has a name but shows no zero.
  const noneConfirmed = cardWithText(page, 'Maglione verde, terza fila').getByRole('link', {
    name: '0 persone confermate',
  })
  await expect(noneConfirmed).toHaveText('')
  await expect(page.getByText('Richiesta Spotted inviata')).toBeVisible()

  await anna.page.goto(`/profile/${anna.user.id}`)
  await cardWithText(anna.page, 'Maglione verde, terza fila')
    .getByRole('link', { name: 'Spotted: vedi le richieste' })
    .click()
  await expect(anna.page).toHaveURL(new RegExp(`/spotted-requests/${post.id}$`))
  await expect(anna.page.getByRole('heading', { name: 'Richieste Spotted' })).toBeVisible()
  await expect(anna.page).toHaveTitle(/Richieste Spotted$/)
  await expect(anna.page.getByRole('navigation')).toHaveCount(0)
  await expect(anna.page.getByRole('link', { name: /^Il tuo post/ })).toContainText('Maglione verde, terza fila')
  await expect(row(anna.page, 'bruno')).toContainText('Ero io: ridevo con te')
  await yes(anna.page, 'bruno').click()
  await expect(celebration(anna.page)).toContainText('bruno')
  await expectAccessible(anna.page)
  await expect(celebration(anna.page).getByRole('link', { name: 'Scrivi a bruno' })).toHaveAttribute(
    'href',
    `/chat/${bruno.user.id}`,
  )
  await celebration(anna.page).getByRole('button', { name: 'Chiudi' }).click()
  await expect(celebration(anna.page)).toHaveCount(0)
  await expect(row(anna.page, 'bruno').getByText('Confermato')).toBeVisible()
  await anna.page.getByRole('button', { name: 'Indietro' }).click()
  await expect(
    cardWithText(anna.page, 'Maglione verde, terza fila').getByRole('link', { name: '1 persona confermata' }),
  ).toBeVisible()

  for (const viewer of [anna, bruno]) {
    await viewer.page.goto(`/profile/${bruno.user.id}`)
    await expect(counter(viewer.page)).toHaveText(/^1/)
    await counter(viewer.page).click()
    await expect(tile(viewer.page, 'Maglione verde, terza fila')).toBeVisible()
    await viewer.page.goto(`/location/${post.location_id}`)
    await expect(counter(viewer.page)).toHaveText(/^1/)
    await counter(viewer.page).click()
    await expect(tile(viewer.page, 'Maglione verde, terza fila')).toBeVisible()
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
  const withdrawDialog = page.getByRole('alertdialog', { name: 'Ritirare lo Spotted?' })
  await withdrawDialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(withdrawDialog).toHaveCount(0)
  await expect(counter(page)).toHaveText(/^1/)
  await button.click()
  await withdrawDialog.getByRole('button', { name: 'Ritira' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(
    cardWithText(page, 'Maglione verde, terza fila').getByRole('link', { name: '0 persone confermate' }),
  ).toBeVisible()
  await expect(counter(page)).toHaveText(/^0/)
  for (const viewer of [anna, bruno]) {
    await viewer.page.goto(`/spotted/${bruno.user.id}`)
    await expect(viewer.page.getByText('Nessuno spot trovato.')).toBeVisible()
    await viewer.page.goto(`/profile/${bruno.user.id}`)
    await expect(counter(viewer.page)).toHaveText(/^0/)
  }
  await anna.page.goto(`/spotted-requests/${post.id}`)
  await expect(anna.page.getByText('Ancora nessuno, qui')).toBeVisible()
})

test('A pending request is withdrawn with one press', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Ombrello rosso')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await spottedButton(page, 'Ombrello rosso').click()
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(spottedButton(page, 'Ombrello rosso')).toHaveText(/^In attesa/)
  await expect.poll(async () => (await bruno.callOk('getSpottedRequests', { post_id: id })).requests.length).toBe(1)
  await expectNothingAbovePage(page)
  await page.reload()
  await spottedButton(page, 'Ombrello rosso').click()
  await expect(spottedButton(page, 'Ombrello rosso')).toHaveText(/^Spotted/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Richiesta Spotted ritirata')).toBeVisible()
  expect((await bruno.callOk('getSpottedRequests', { post_id: id })).requests).toEqual([])
})

test('A request shows at once; a request lost by the network is reverted with a message', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Binario nove')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const restore = await failCall(page, 'requestSpotted')
  await spottedButton(page, 'Binario nove').click()
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(spottedButton(page, 'Binario nove')).toHaveText(/^Spotted/)
  await restore()

  const release = await holdCall(page, 'requestSpotted')
  const sent = collectRequests(page, 'requestSpotted')
  await spottedButton(page, 'Binario nove').click()
  await question(page).getByRole('button', { name: 'Sono io' }).click()
  await expect(spottedButton(page, 'Binario nove')).toHaveText(/^In attesa/)
  await spottedButton(page, 'Binario nove').click()
  await expect(spottedButton(page, 'Binario nove')).toHaveText(/^Spotted/)
  await expect.poll(() => sent.length).toBe(1)
  release()
  await expect
    .poll(() => sent.map((request) => request.postDataJSON() as { action: string }).map(({ action }) => action))
    .toEqual(['request', 'withdraw'])
  await expect(page.getByText('Richiesta Spotted ritirata')).toBeVisible()
})

test('The answers are disabled while one is sent; a confirmation can be taken back at once', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(anna, 'Al mercato')
  await requestSpotted(bruno, id)
  const { page } = anna
  await page.goto(`/spotted-requests/${id}`)
  const release = await holdCall(page, 'updateSpottedRequestStatus')
  await yes(page, 'bruno').click()
  await expect(row(page, 'bruno').getByRole('button').first()).toHaveText(/^Aggiornamento\.\.\./)
  for (const button of await row(page, 'bruno').getByRole('button').all()) await expect(button).toBeDisabled()
  release()
  await celebration(page).getByRole('button', { name: 'Chiudi' }).click()
  await takeBack(page, 'bruno').click()
  await expect(yes(page, 'bruno')).toBeEnabled()
  await expect(yes(page, 'bruno')).toBeFocused()
  expect((await bruno.callOk('getProfile', { user_id: bruno.user.id })).user.spotted_received).toBe(0)
  await row(page, 'bruno').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/profile/${bruno.user.id}$`))
})

test('Anna says no: Bruno keeps waiting and learns nothing, and Anna can think again', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createBrowserUser('bruno')
  const { id } = await publishPost(anna, 'Quello col cane')
  await requestSpotted(bruno, id)
  const { page } = anna
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
})

test('An alert explains a failed confirmation: no network, or a request withdrawn meanwhile', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(anna, 'In fila alla posta')
  await requestSpotted(bruno, id)
  const { page } = anna
  await page.goto(`/spotted-requests/${id}`)
  const confirm = () => yes(page, 'bruno').click()
  const alert = page.getByRole('alertdialog', { name: 'Stato non aggiornato' })
  const restore = await failCall(page, 'updateSpottedRequestStatus')
  await confirm()
  await expect(alert).toContainText("Errore di rete durante l'aggiornamento dello stato di conferma.")
  await expectAccessible(page)
  await alert.getByRole('button').click()
  await expect(alert).toHaveCount(0)
  await expect(yes(page, 'bruno')).toBeEnabled()
  await restore()
  await bruno.callOk('requestSpotted', { post_id: id, action: 'withdraw' })
  await confirm()
  await expect(alert).toContainText("Errore durante l'aggiornamento dello stato di conferma.")
  await alert.getByRole('button').click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByText('Ancora nessuno, qui')).toBeVisible()
})

test('Others see confirmed people but no controls, a requester also themselves, a visitor nobody', async ({
  createApiUser,
  createBrowserUser,
  visitor,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  const { id } = await publishPost(anna, 'Ultima corsa')
  await createConfirmed(bruno, anna, id)
  await requestSpotted(carla, id)
  const dora = await createBrowserUser('dora')
  await dora.page.goto(`/spotted-requests/${id}`)
  await expect(row(dora.page, 'bruno')).toContainText('Confermato')
  await expect(row(dora.page, 'carla')).toHaveCount(0)
  await requestSpotted(dora, id)
  await dora.page.reload()
  await expect(row(dora.page, 'dora')).toBeVisible()
  await expect(dora.page.getByRole('listitem').getByRole('button')).toHaveCount(0)

  await visitor.page.goto(`/spotted-requests/${id}`)
  await expect(visitor.page.getByRole('link', { name: 'Accedi' })).toBeVisible()
  await expect(visitor.page.getByRole('listitem')).toHaveCount(0)
  await expect(visitor.page.getByText('bruno')).toHaveCount(0)
  await expectAccessible(visitor.page)
  const hidden = await publishPost(anna, 'Per i miei', { privacy: 'followers' })
  for (const postId of [hidden.id, 123_456, 'abc']) {
    await visitor.page.goto(`/spotted-requests/${postId}`)
    await expect(visitor.page.getByText('Post non disponibile')).toBeVisible()
  }
})

test('The card shows avatars and names of the confirmed people, and leads to all of them', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
  const { id } = await publishPost(anna, 'Tutti in piazza')
  const people = await Promise.all(
    ['bruno', 'carla', 'dino', 'elio', 'W'.repeat(30)].map((name) => createApiUser(name)),
  )
  const { page } = await createBrowserUser('gaia')
  await page.goto('/feed')
  await expect(cardWithText(page, 'Tutti in piazza')).toBeVisible()
  await expect(faces(page, 'Tutti in piazza')).toHaveCount(0)
  for (const person of people.slice(0, 2)) await createConfirmed(person, anna, id)
  await page.reload()
  await expect(faces(page, 'Tutti in piazza')).toHaveText(/carla e bruno$/)
  for (const person of people.slice(2)) await createConfirmed(person, anna, id)
  await page.reload()
  await expect(faces(page, 'Tutti in piazza')).toHaveText(/W, elio e altre 3 persone$/)
  await expectAccessible(page)
  await faces(page, 'Tutti in piazza').click()
  await expect(row(page, 'bruno')).toBeVisible()
})

test('A list that fails to load can be retried; many requests load page by page, each of them once', async ({
  createBrowserUser,
  createApiUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Concerto in piazza')
  const names = Array.from({ length: 35 }, (_, index) => `faccia${String(index).padStart(2, '0')}`)
  for (const name of names) await requestSpotted(await createApiUser(name), id)
  const { page } = anna
  const restore = await failCall(page, 'getSpottedRequests')
  await page.goto(`/spotted-requests/${id}`)
  await expect(page.getByText('Qui non è arrivato niente')).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  const rows = page.getByRole('list', { name: 'Richieste Spotted' }).getByRole('listitem')
  await expect(rows).toHaveCount(30)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(35)
  expect((await rows.getByRole('link').allInnerTexts()).map((text) => text.match(/faccia\d\d/)?.[0])).toEqual(
    names.toReversed(),
  )
})

test('Spotted is accessible: card, questions and list, with long names and on a small phone', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const longest = await createApiUser('W'.repeat(30))
  const location_id = await findPlaceAt(anna)
  const theirs = await publishPost(longest, 'Chi cantava sul tram?', { location_id })
  const mine = await publishPost(anna, 'Chi rideva al cinema?', { location_id })
  const { page } = anna
  await page.goto('/feed')
  await expect(spottedButton(page, 'Chi cantava sul tram?')).toBeVisible()
  await expectAccessible(page)
  await spottedButton(page, 'Chi cantava sul tram?').press('Enter')
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectNothingAbovePage(page)
  await expect(spottedButton(page, 'Chi cantava sul tram?')).toBeFocused()
  await createConfirmed(anna, longest, theirs.id)
  await page.reload()
  await expect(spottedButton(page, 'Chi cantava sul tram?')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await spottedButton(page, 'Chi cantava sul tram?').click()
  await expect(page.getByRole('alertdialog', { name: 'Ritirare lo Spotted?' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/spotted-requests/${mine.id}`)
  await expect(page.getByText('Ancora nessuno, qui')).toBeVisible()
  await expectAccessible(page)
  await createConfirmed(longest, anna, mine.id)
  await requestSpotted(await createApiUser('bruno'), mine.id)
  await page.reload()
  await expect(yes(page, 'bruno')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [`/spotted-requests/${mine.id}`, '/feed']) {
    await page.goto(path)
    await expect(page.getByText('W'.repeat(30)).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    for (const box of await page.getByRole('article').getByRole('contentinfo').or(page.locator('article footer')).all())
      expect(await box.evaluate((footer) => footer.scrollWidth - footer.clientWidth)).toBe(0)
  }
})
