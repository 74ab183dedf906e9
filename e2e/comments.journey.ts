import type { Page } from '@playwright/test'
import { failCall, collectRequests } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const composer = (page: Page) => page.getByPlaceholder('Scrivi un commento...')
const send = (page: Page) => page.getByRole('button', { name: 'Invia il commento' })
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem').filter({ hasText: text })
const trash = (page: Page) => page.getByRole('button', { name: 'Elimina il commento' })
const ownTime = /^Seleziona il tuo commento/

test('Who comments sees it on top, the field empty, and the count in the feed', async ({
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
  await composer(page).fill('  Bellissimo!  ')
  await send(page).click()
  await expect(page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')).toContainText([
    'Bellissimo!',
    'Comincio io',
  ])
  await expect(composer(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(card.getByRole('link', { name: '2 commenti' })).toBeVisible()
})

test('An empty comment is not sent', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Silenzio')
  const { page } = anna
  const sent = collectRequests(page, 'addComment')
  await page.goto(`/comments/${id}`)
  await expect(page.getByText('Nessun commento trovato.')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await composer(page).fill('   \n ')
  await expect(send(page)).toBeDisabled()
  await composer(page).press('Control+Enter')
  await composer(page).fill('Ora sì')
  await send(page).click()
  await expect(row(page, 'Ora sì')).toBeVisible()
  await expect(page.getByText('Nessun commento trovato.')).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

test('One selects a comment of one’s own by its time and deletes it after confirming; those of others cannot be selected', async ({
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
  await expect(row(page, 'Il mio')).toBeVisible()
  await expect(row(page, 'Il mio').getByRole('button', { name: ownTime })).toHaveCount(0)
  await row(page, 'Il mio').getByText('adesso').click()
  await expect(trash(page)).toHaveCount(0)

  const time = row(page, 'Da buttare').getByRole('button', { name: ownTime })
  await time.click()
  await expect(time).toHaveAttribute('aria-pressed', 'true')
  await time.click()
  await expect(trash(page)).toHaveCount(0)
  await time.click()
  await trash(page).click()
  const question = page.getByRole('alertdialog', { name: 'Elimina commento' })
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(page, 'Da buttare')).toBeVisible()
  await trash(page).click()
  await question.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row(page, 'Da buttare')).toHaveCount(0)
  await expect(page.getByText('Commento rimosso')).toBeVisible()
  await expect(trash(page)).toHaveCount(0)
  expect((await anna.callOk('getComments', { post_id: id })).comments.map(({ text }) => text)).toEqual([
    'Da tenere',
    'Il mio',
  ])
})

test('A comment is liked, and no longer liked', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto(`/comments/${id}`)
  const heart = page.getByRole('button', { name: /^Mi piace il commento di bruno/ })
  const onServer = async () => (await anna.callOk('getComments', { post_id: id })).comments[0]
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toHaveText('1')
  await expect.poll(async () => (await onServer())?.likes_count).toBe(1)
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect.poll(async () => (await onServer())?.user_liked).toBe(false)

  const mend = await failCall(page, 'likeComment')
  await heart.click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await mend()
})

test('A comment that is not sent yet is kept, post by post', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const first = await publishPost(anna, 'Uno')
  const second = await publishPost(anna, 'Due')
  const { page } = anna
  await page.goto(`/comments/${first.id}`)
  await composer(page).fill('A metà di un pens')
  await page.goto(`/comments/${second.id}`)
  await expect(composer(page)).toHaveValue('')
  await page.goto(`/comments/${first.id}`)
  await expect(composer(page)).toHaveValue('A metà di un pens')
  const mend = await failCall(page, 'addComment')
  await send(page).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(composer(page)).toHaveValue('A metà di un pens')
  await mend()
  await send(page).click()
  await expect(row(page, 'A metà di un pens')).toBeVisible()
  await page.reload()
  await expect(composer(page)).toHaveValue('')
})

test('Many comments come by and by, each once', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Parliamone a lungo')
  // Of several lines: the second page comes before the end of the first is in sight, and short ones would all be near
  // it.
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
  const read = (await rows.allInnerTexts()).map((text) => text.match(/Commento \d+\./)?.[0])
  expect(read).toEqual(Array.from({ length: 45 }, (_, index) => `Commento ${45 - index}.`))
})

test('Who is not signed in reads the comments, and is led to sign in before writing', async ({
  createApiUser,
  visitor: { page },
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  const { comment } = await bruno.callOk('addComment', { post_id: id, text: 'Il mio' })
  await bruno.callOk('likeComment', { comment_id: comment.id })
  await page.goto(`/comments/${id}`)
  await expect(row(page, 'Il mio')).toContainText('1 Mi piace')
  await expect(composer(page)).toHaveCount(0)
  await expect(row(page, 'Il mio').getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Accedi per commentare' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/required-location$/)
})

test('The comments of a post that is gone, was never there, or is not for the viewer, are all unavailable in the same words', async ({
  createBrowserUser,
  visitor: { page },
}) => {
  const anna = await createBrowserUser('anna')
  const hidden = await publishPost(anna, 'Solo per i miei', { privacy: 'followers' })
  const gone = await publishPost(anna, 'Ci ho ripensato')
  await anna.callOk('deletePost', { post_id: gone.id })
  for (const id of [hidden.id, gone.id, 123_456, 'abc']) {
    await page.goto(`/comments/${id}`)
    await expect(page.getByText('Post non disponibile')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Accedi per commentare' })).toHaveCount(0)
  }
  await anna.page.goto(`/comments/${hidden.id}`)
  await expect(composer(anna.page)).toBeVisible()
})

test('The comments can be used by everybody', async ({ createApiUser, createBrowserUser, visitor }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Parliamone')
  const { page } = anna
  await page.goto(`/comments/${id}`)
  await expect(page.getByText('Nessun commento trovato.')).toBeVisible()
  await expectAccessible(page)
  await anna.callOk('addComment', { post_id: id, text: 'Il mio' })
  await (await createApiUser('bruno')).callOk('addComment', { post_id: id, text: 'Il suo' })
  await page.reload()
  await row(page, 'Il mio').getByRole('button', { name: ownTime }).click()
  await page.getByRole('button', { name: /^Mi piace il commento di bruno/ }).click()
  await composer(page).fill('Quasi')
  await expectAccessible(page)
  await visitor.page.goto(`/comments/${id}`)
  await expect(row(visitor.page, 'Il suo')).toBeVisible()
  await expectAccessible(visitor.page)
})
