import type { Page } from '@playwright/test'
import { openWithLiveUpdates } from './support/live-updates.ts'
import { waitForReply } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const input = (page: Page) => page.getByPlaceholder('Scrivi un commento...')
const sendButton = (page: Page) => page.getByRole('button', { name: 'Invia il commento' })
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem').filter({ hasText: text })
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Elimina il commento' })
const ownOptions = 'Opzioni del tuo commento'

test('A new comment appears at the top, clears the field and raises the count in the feed @core', async ({
  page,
  bruno,
}) => {
  const { id } = await publishPost(bruno, 'Che ne dite?')
  await bruno.callOk('addComment', { post_id: id, text: 'Comincio io' })
  await page.goto('/feed')
  const card = cardWithText(page, 'Che ne dite?')
  await card.getByRole('link', { name: '1 commento' }).click()
  await input(page).fill('  Bellissimo!  ')
  await sendButton(page).click()
  await expect(page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')).toContainText([
    'Bellissimo!',
    'Comincio io',
  ])
  await expect(input(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(card.getByRole('link', { name: '2 commenti' })).toBeVisible()
})

test('The field grows with its text and with a new width, and shrinks again, where the browser does not see to that', async ({
  anna,
  page,
}) => {
  const { id } = await publishPost(anna, 'Che ne dite?')
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (name: string, value?: string) =>
      name !== 'field-sizing' && (value === undefined ? supports(name) : supports(name, value))
  })
  await page.goto(`/comments/${id}`)
  await input(page).evaluate((field) => field.style.setProperty('field-sizing', 'fixed'))
  const heightPx = () => input(page).evaluate((field: HTMLTextAreaElement) => field.clientHeight)
  const hiddenPx = () => input(page).evaluate((field: HTMLTextAreaElement) => field.scrollHeight - field.clientHeight)
  const oneLinePx = await heightPx()
  await input(page).fill('Due righe di un telefono, una sola di una scrivania')
  expect(await hiddenPx()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(heightPx).toBe(oneLinePx)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(heightPx).toBeGreaterThan(1.5 * oneLinePx)
  expect(await hiddenPx()).toBe(0)
  await input(page).fill('')
  expect(await heightPx()).toBe(oneLinePx)
})

test('Anna deletes her own comment from its menu after confirming, but not those of others', async ({
  anna,
  page,
  bruno,
}) => {
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  await anna.callOk('addComment', { post_id: id, text: 'Da tenere' })
  await anna.callOk('addComment', { post_id: id, text: 'Da buttare' })
  await page.goto(`/comments/${id}`)
  await row(page, 'Il mio').getByRole('button', { name: 'Opzioni del commento di bruno' }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toBeVisible()
  await expect(deleteButton(page)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await row(page, 'Da buttare').getByRole('button', { name: ownOptions }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toHaveCount(0)
  await deleteButton(page).click()
  const question = page.getByRole('alertdialog', { name: 'Elimina commento' })
  await question.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row(page, 'Da buttare')).toHaveCount(0)
})

test('A tap on the time of one’s own comment selects it, and the bin in the header deletes it', async ({
  bruno,
  createBrowserUser,
}) => {
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  const { page, ...anna } = await createBrowserUser('anna')
  await anna.callOk('addComment', { post_id: id, text: 'Da tenere' })
  await anna.callOk('addComment', { post_id: id, text: 'Da buttare' })
  await page.goto(`/comments/${id}`)
  const time = (text: string) => row(page, text).getByRole('button', { name: /seleziona il tuo commento$/ })
  const bin = page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: 'Elimina il commento' })
  await expect(time('Il mio')).toHaveCount(0)
  await expect(bin).toHaveCount(0)
  await time('Da buttare').click()
  await expect(time('Da buttare')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await bin.click()
  const question = page.getByRole('alertdialog', { name: 'Elimina commento' })
  await question.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row(page, 'Da buttare')).toHaveCount(0)
  await expect(bin).toHaveCount(0)
  await expect(row(page, 'Da tenere')).toBeVisible()
})

test('A comment is liked, and its text copied', async ({ anna: { page, context }, bruno }) => {
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Da copiare' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/comments/${id}`)
  const heart = page.getByRole('button', { name: /^Mi piace il commento di bruno/ })
  const liked = waitForReply(page, 'likeComment')
  await heart.click()
  await expect(heart).toHaveText('1')
  await liked
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await row(page, 'Da copiare').getByRole('button', { name: 'Opzioni del commento di bruno' }).click()
  await page.getByRole('button', { name: 'Copia testo' }).click()
  await expect(page.getByText('Testo copiato')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Da copiare')
})

test('Anna replies to Bruno’s comment and he is notified; the reply appears below it and can be cancelled before @core', async ({
  page,
  carla,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  const { id } = await publishPost(carla, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Io c’ero' })
  await carla.callOk('addComment', { post_id: id, text: 'Più nuovo' })
  await page.goto(`/post/${id}`)
  const reply = page.getByRole('button', { name: 'Rispondi al commento di bruno' })
  await reply.click()
  await expect(input(page)).toBeFocused()
  await expect(page.getByText('Rispondi a @bruno')).toBeVisible()
  await page.getByRole('button', { name: 'Annulla la risposta' }).click()
  await expect(page.getByText('Rispondi a @bruno')).toHaveCount(0)
  await reply.click()
  await input(page).fill('Anch’io')
  await sendButton(page).click()
  const replies = page.getByRole('list', { name: 'Risposte al commento di bruno' })
  await expect(replies.getByRole('listitem')).toContainText(['Anch’io'])
  await expect(replies.getByText('Anch’io')).toBeInViewport()
  await expect(page.getByText('Rispondi a @bruno')).toHaveCount(0)
  await expectAccessible(page)

  await bruno.page.goto('/notifications')
  await bruno.page.getByRole('link', { name: 'anna ha risposto al tuo commento' }).click()
  await expect(bruno.page).toHaveURL(new RegExp(`/comments/${id}$`))
  await expect(bruno.page.getByText('Anch’io')).toBeVisible()

  await bruno.page.locator(`#comment-${comment.id}`).getByRole('button', { name: ownOptions }).click()
  await deleteButton(bruno.page).click()
  await expect(bruno.page.getByRole('alertdialog')).toContainText('con le sue risposte')
  await bruno.page.getByRole('alertdialog').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(bruno.page.getByText('Anch’io')).toHaveCount(0)
})

test('Earlier replies are shown on demand, in the order in which they were written, and a new one appears live below', async ({
  page,
  bruno,
}) => {
  const { id } = await publishPost(bruno, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Chi viene?' })
  const answer = (number: number) =>
    bruno.callOk('addComment', { post_id: id, text: `Risposta ${number}.`, reply_to: comment.id })
  for (let number = 1; number <= 25; number++) await answer(number)
  await openWithLiveUpdates(page, `/comments/${id}`)
  const replies = page.getByRole('list', { name: 'Risposte al commento di bruno' }).getByRole('listitem')
  const numbers = async () => (await replies.allInnerTexts()).map((text) => Number(/Risposta (\d+)\./.exec(text)?.[1]))
  const fromTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
  await expect.poll(numbers).toEqual([24, 25])
  await page.getByRole('button', { name: 'Mostra altre 23 risposte' }).click()
  await expect.poll(numbers).toEqual(fromTo(6, 25))
  await page.getByRole('button', { name: 'Mostra altre 5 risposte' }).click()
  await expect.poll(numbers).toEqual(fromTo(1, 25))
  await expect(page.getByRole('button', { name: /^Mostra altr/ })).toHaveCount(0)
  await expectAccessible(page)
  await answer(26)
  await expect.poll(numbers).toEqual(fromTo(1, 26))
})
