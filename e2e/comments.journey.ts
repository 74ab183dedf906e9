import type { Page } from '@playwright/test'
import { openWithLiveUpdates } from './support/live-updates.ts'
import { failCall, collectRequests } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const input = (page: Page) => page.getByPlaceholder('Scrivi un commento...')
const sendButton = (page: Page) => page.getByRole('button', { name: 'Invia il commento' })
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem').filter({ hasText: text })
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Elimina il commento' })
const ownOptions = 'Opzioni del tuo commento'

test('A new comment appears at the top, clears the field and raises the count in the feed @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Che ne dite?')
  await bruno.callOk('addComment', { post_id: id, text: 'Comincio io' })
  const { page } = await createBrowserUser('anna')
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

test('An empty comment cannot be sent', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Silenzio')
  const { page } = anna
  const sent = collectRequests(page, 'addComment')
  await page.goto(`/comments/${id}`)
  await expect(page.getByText('Nessun commento trovato.')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await input(page).fill('   \n ')
  await expect(sendButton(page)).toBeDisabled()
  await input(page).press('Control+Enter')
  await input(page).fill('Ora sì')
  await sendButton(page).click()
  await expect(row(page, 'Ora sì')).toBeVisible()
  await expect(page.getByText('Nessun commento trovato.')).toHaveCount(0)
  await expect.poll(() => sent.length).toBe(1)
})

test('Anna deletes her own comment from its menu after confirming, but not those of others', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  await anna.callOk('addComment', { post_id: id, text: 'Da tenere' })
  await anna.callOk('addComment', { post_id: id, text: 'Da buttare' })
  const { page } = anna
  await page.goto(`/comments/${id}`)
  await row(page, 'Il mio').getByRole('button', { name: 'Opzioni del commento di bruno' }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toBeVisible()
  await expect(deleteButton(page)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await row(page, 'Da buttare').getByRole('button', { name: ownOptions }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toHaveCount(0)
  await deleteButton(page).click()
  const question = page.getByRole('alertdialog', { name: 'Elimina commento' })
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(page, 'Da buttare')).toBeVisible()
  await row(page, 'Da buttare').getByRole('button', { name: ownOptions }).click()
  await deleteButton(page).click()
  await question.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row(page, 'Da buttare')).toHaveCount(0)
  await expect(page.getByText('Commento rimosso')).toBeVisible()
  expect((await anna.callOk('getComments', { post_id: id })).comments.map(({ text }) => text)).toEqual([
    'Da tenere',
    'Il mio',
  ])
})

test('The text of a comment can be copied; a browser that refuses says so', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Da copiare' })
  const { page, context } = await createBrowserUser('anna')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/comments/${id}`)
  const copy = async () => {
    await row(page, 'Da copiare').getByRole('button', { name: 'Opzioni del commento di bruno' }).click()
    await page.getByRole('button', { name: 'Copia testo' }).click()
  }
  await copy()
  await expect(page.getByText('Testo copiato')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Da copiare')
  // As over plain HTTP.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await copy()
  await expect(page.getByText('Il browser non ha permesso di copiarlo.')).toBeVisible()
})

test('A comment can be liked and unliked', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto(`/comments/${id}`)
  const heart = page.getByRole('button', { name: /^Mi piace il commento di bruno/ })
  const commentOnServer = async () => (await anna.callOk('getComments', { post_id: id })).comments[0]
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toHaveText('1')
  await expect.poll(async () => (await commentOnServer())?.likes_count).toBe(1)
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect.poll(async () => (await commentOnServer())?.user_liked).toBe(false)

  const restore = await failCall(page, 'likeComment')
  await heart.click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await restore()
})

test('An unsent comment is kept as a draft of its post', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const first = await publishPost(anna, 'Uno')
  const second = await publishPost(anna, 'Due')
  const { page } = anna
  await page.goto(`/comments/${first.id}`)
  await input(page).fill('A metà di un pens')
  await page.goto(`/comments/${second.id}`)
  await expect(input(page)).toHaveValue('')
  await page.goto(`/comments/${first.id}`)
  await expect(input(page)).toHaveValue('A metà di un pens')
  const restore = await failCall(page, 'addComment')
  await sendButton(page).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(input(page)).toHaveValue('A metà di un pens')
  await restore()
  await sendButton(page).click()
  await expect(row(page, 'A metà di un pens')).toBeVisible()
  await page.reload()
  await expect(input(page)).toHaveValue('')
})

test('Many comments load page by page, each of them once', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Parliamone a lungo')
  // Comments of several lines: the next page loads before the end is in view, and short comments would all be near it.
  for (let number = 1; number <= 45; number++)
    await anna.callOk('addComment', { post_id: id, text: `Commento ${number}.\nSono\nd’accordo.` })
  const { page } = anna
  await page.goto(`/comments/${id}`)
  const rows = page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  for (const count of [40, 45]) {
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(count)
  }
  const readTexts = (await rows.allInnerTexts()).map((text) => text.match(/Commento \d+\./)?.[0])
  expect(readTexts).toEqual(Array.from({ length: 45 }, (_, index) => `Commento ${45 - index}.`))
})

test('A signed-out visitor reads the comments, and is asked to sign in before writing one', async ({
  createApiUser,
  visitor: { page },
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  await bruno.callOk('likeComment', { comment_id: comment.id })
  await page.goto(`/comments/${id}`)
  await expect(row(page, 'Il mio')).toContainText('1 Mi piace')
  await expect(input(page)).toHaveCount(0)
  await expect(row(page, 'Il mio').getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Accedi per commentare' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/comments\/\d+$/)
})

test('Anna replies to Bruno’s comment and he is notified; the reply appears below it and can be cancelled before @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  const carla = await createApiUser('carla')
  const { id } = await publishPost(carla, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Io c’ero' })
  await carla.callOk('addComment', { post_id: id, text: 'Più nuovo' })
  const { page } = await createBrowserUser('anna')
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
  await expect(page.getByRole('button', { name: '3 commenti' })).toBeVisible()
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
  await expect(bruno.page.getByRole('button', { name: '1 commento' })).toBeVisible()
})

test('Earlier replies are shown on demand, in the order in which they were written', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Chi viene?' })
  for (let number = 1; number <= 25; number++)
    await bruno.callOk('addComment', { post_id: id, text: `Risposta ${number}.`, reply_to: comment.id })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/comments/${id}`)
  const replies = page.getByRole('list', { name: 'Risposte al commento di bruno' }).getByRole('listitem')
  const numbers = async () => (await replies.allInnerTexts()).map((text) => Number(/Risposta (\d+)\./.exec(text)?.[1]))
  await expect.poll(numbers).toEqual([24, 25])
  await page.getByRole('button', { name: 'Mostra altre 23 risposte' }).click()
  await expect.poll(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 6))
  await page.getByRole('button', { name: 'Mostra altre 5 risposte' }).click()
  await expect.poll(numbers).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  await expect(page.getByRole('button', { name: /^Mostra altr/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('A reply appears live below the comment that is open elsewhere', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Chi viene?' })
  const { page } = await createBrowserUser('anna')
  await openWithLiveUpdates(page, `/post/${id}`)
  await expect(page.getByText('Chi viene?')).toBeVisible()
  await bruno.callOk('addComment', { post_id: id, text: 'Io per esempio', reply_to: comment.id })
  await expect(page.getByRole('list', { name: 'Risposte al commento di bruno' })).toContainText('Io per esempio')
})

test('The comments page is accessible', async ({ createApiUser, createBrowserUser, visitor }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Parliamone')
  const { page } = anna
  await page.goto(`/comments/${id}`)
  await expect(page.getByText('Nessun commento trovato.')).toBeVisible()
  await expectAccessible(page)
  await anna.callOk('addComment', { post_id: id, text: 'Il mio' })
  await (await createApiUser('bruno')).callOk('addComment', { post_id: id, text: 'Il suo' })
  await page.reload()
  await page.getByRole('button', { name: /^Mi piace il commento di bruno/ }).click()
  await input(page).fill('Quasi')
  await expectAccessible(page)
  await visitor.page.goto(`/comments/${id}`)
  await expect(row(visitor.page, 'Il suo')).toBeVisible()
  await expectAccessible(visitor.page)
})
