import type { Page } from '@playwright/test'
import { openWithLiveUpdates } from './support/live-updates.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { failCall, holdCall, collectRequests, isCall } from './support/network.ts'
import { photoFile } from './support/photo-file.ts'
import { publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { test as base, type BrowserUser, expect, type ApiUser } from './support/fixtures.ts'

const field = (page: Page) => page.getByLabel('Messaggio', { exact: true })
const messages = (page: Page) => page.getByRole('region', { name: /^Messaggi con/ }).getByRole('listitem')
const messageWithText = (page: Page, text: string) => messages(page).filter({ hasText: text })
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^(Messaggi|Richieste)/ })
    .getByRole('listitem')
    .filter({ hasText: name })
const unavailable = 'Questa conversazione non è disponibile.'

/** Sends a message from the page. */
async function writeMessage(page: Page, text: string) {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
}

/** The texts of the messages on the page, without their times. */
const textsIn = (page: Page) => messages(page).locator('p').allInnerTexts()

const sendMessage = (sender: ApiUser, recipient: ApiUser, text: string) =>
  sender.callOk('sendMessage', { other_id: recipient.user.id, client_id: crypto.randomUUID(), text })

/** The texts of a conversation on the server, newest first. */
async function textsOnServer(viewer: ApiUser, other: ApiUser): Promise<(string | null)[]> {
  const { messages: stored } = await viewer.callOk('getMessages', { other_id: other.user.id })
  return stored.map(({ text }) => text)
}

/** The sender writes "Ciao!", and the recipient accepts the request. */
async function startConversation(sender: ApiUser, recipient: ApiUser) {
  await sendMessage(sender, recipient, 'Ciao!')
  await recipient.callOk('answerMessageRequest', { other_id: sender.user.id, action: 'accept' })
}

/** `pair`: two people who write to each other, after one "Ciao!". */
const test = base.extend<{ pair: { anna: BrowserUser; bruno: BrowserUser } }>({
  pair: async ({ createBrowserUser }, use) => {
    const anna = await createBrowserUser('anna')
    const bruno = await createBrowserUser('bruno')
    await startConversation(anna, bruno)
    await use({ anna, bruno })
  },
})

async function openOptions(page: Page, text: string) {
  await messageWithText(page, text)
    .getByRole('button', { name: /^Opzioni del messaggio/ })
    .click()
}

test('Anna and Bruno see messages arrive, messages being read, and the other person typing @core', async ({
  pair: { anna, bruno },
}) => {
  await anna.page.goto(`/profile/${bruno.user.id}`)
  await anna.page.getByRole('link', { name: 'Scrivi un messaggio' }).click()
  await expect(anna.page.getByRole('heading', { name: 'bruno' })).toBeVisible()
  await bruno.page.goto('/feed')
  const link = bruno.page.getByRole('link', { name: 'Messaggi (1 da leggere)' })
  await expect(link).toBeVisible()
  await expect(messageWithText(anna.page, 'Ciao!').getByText('Consegnato')).toBeAttached()
  await link.click()
  await rowOf(bruno.page, 'anna').getByRole('link').click()
  await expect(bruno.page.getByRole('heading', { name: /^(Oggi|Ieri)$/ })).toBeVisible()
  await expect(messageWithText(anna.page, 'Ciao!').getByText('Letto')).toBeAttached()

  await field(bruno.page).pressSequentially('Ci')
  await expect(anna.page.getByText('sta scrivendo…')).toBeVisible()
  await writeMessage(bruno.page, 'Ciao a te')
  await expect(messageWithText(anna.page, 'Ciao a te')).toBeVisible()
  await expect(anna.page.getByText('sta scrivendo…')).toHaveCount(0)
  await expect(messageWithText(bruno.page, 'Ciao a te').getByText('Letto')).toBeAttached()
  await bruno.page.goto('/feed')
  await expect(bruno.page.getByRole('link', { name: 'Messaggi', exact: true })).toBeVisible()
})

test('Anna begins a conversation from Messaggi with somebody she does not know, and finds Bruno among the recent', async ({
  pair: { anna },
  createBrowserUser,
}) => {
  const carla = await createBrowserUser('carla')
  const { page } = anna
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Nuovo messaggio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuovo messaggio' })
  const search = dialog.getByRole('searchbox', { name: 'A chi vuoi scrivere?' })
  await expect(dialog.getByRole('region', { name: 'Recenti' }).getByRole('link', { name: 'bruno' })).toBeVisible()
  await search.fill('carl')
  await expect(dialog.getByRole('link', { name: 'bruno' })).toHaveCount(0)
  const found = dialog.getByRole('region', { name: 'Altre persone' }).getByRole('link', { name: 'carla' })
  await expect(found).toBeVisible()
  await expectAccessible(page)
  await found.click()
  await expect(page.getByRole('heading', { name: 'Scrivi a carla' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await writeMessage(page, 'Piacere!')
  await expect.poll(() => textsOnServer(carla, anna)).toEqual(['Piacere!'])
  await page.goBack()
  await expect(rowOf(page, 'carla')).toBeVisible()

  await page.getByRole('button', { name: 'Nuovo messaggio' }).click()
  await search.fill('nessunocosì')
  await expect(dialog.getByText('Nessuno con questo nome.')).toBeVisible()
})

test('Messages still unsent when the page is closed are sent once by the next page, even by the feed @core', async ({
  pair: { anna, bruno },
}) => {
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await holdCall(anna.page, 'sendMessage')
  const sendRequests = collectRequests(anna.page, 'sendMessage')
  await writeMessage(anna.page, 'Prima di chiudere')
  await writeMessage(anna.page, 'E un’altra cosa')
  await expect(messages(anna.page).getByText('In attesa di partire')).toHaveCount(2)
  await expect.poll(() => sendRequests.length).toBe(1)
  await anna.page.close()
  // The message in flight may arrive all the same; the one queued behind it cannot have been sent.
  expect(await textsOnServer(bruno, anna)).not.toContain('E un’altra cosa')

  const nextPage = await anna.context.newPage()
  await nextPage.goto('/feed')
  await expect.poll(() => textsOnServer(bruno, anna)).toEqual(['E un’altra cosa', 'Prima di chiudere', 'Ciao!'])
  await nextPage.goto(`/chat/${bruno.user.id}`)
  await expect.poll(() => textsIn(nextPage)).toEqual(['Ciao!', 'Prima di chiudere', 'E un’altra cosa'])
})

test('A message is not lost when the page ends the moment after it was sent', async ({ pair: { anna, bruno } }) => {
  const { page } = anna
  await page.goto(`/chat/${bruno.user.id}`)
  const blocked = Promise.withResolvers<void>()
  await page.exposeFunction('reportBlocked', blocked.resolve)
  // The page does nothing more once it has written the message to the device's database.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...values) {
      queueMicrotask(() => {
        void (window as unknown as { reportBlocked: () => Promise<void> }).reportBlocked()
        for (const startMs = Date.now(); Date.now() - startMs < 30_000;);
      })
      return put.apply(this, values)
    }
  })
  const writing = writeMessage(page, 'Chiudo subito').catch(() => 'The page was closed.')
  await blocked.promise
  await page.close()
  await writing

  await (await anna.context.newPage()).goto('/feed')
  await expect.poll(() => textsOnServer(bruno, anna)).toEqual(['Chiudo subito', 'Ciao!'])
})

test('Two tabs show and send the messages written in either, in order and once', async ({ pair: { anna, bruno } }) => {
  const other = await anna.context.newPage()
  for (const page of [anna.page, other]) {
    await openWithLiveUpdates(page, `/chat/${bruno.user.id}`)
    await expect(messageWithText(page, 'Ciao!')).toBeVisible()
  }
  await anna.context.setOffline(true)
  await writeMessage(anna.page, 'Di qua')
  await expect(messageWithText(other, 'Di qua')).toBeVisible()
  await writeMessage(other, 'Di là')
  await expect(messageWithText(anna.page, 'Di là')).toBeVisible()
  await anna.context.setOffline(false)
  for (const page of [anna.page, other]) {
    await expect(messages(page).getByText('In attesa di partire')).toHaveCount(0)
    await expect.poll(() => textsIn(page)).toEqual(['Ciao!', 'Di qua', 'Di là'])
  }
  expect(await textsOnServer(bruno, anna)).toEqual(['Di là', 'Di qua', 'Ciao!'])
})

test('A refused message says why, and one that waits shows although nothing else loads', async ({
  pair: { anna, bruno },
}) => {
  const { page } = anna
  await page.goto(`/chat/${bruno.user.id}`)
  const error = 'Questa persona non riceve messaggi da te.'
  await page.route(isCall('sendMessage'), (route) => route.fulfill({ status: 403, json: { success: false, error } }), {
    times: 1,
  })
  await writeMessage(page, 'Mi senti?')
  await expect(page.getByRole('alert')).toContainText(`Non inviato. ${error}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(messageWithText(page, 'Mi senti?').getByText(/Inviato|Consegnato/)).toBeAttached()

  const restoreSending = await failCall(page, 'sendMessage')
  await failCall(page, 'getMessages')
  // The first attempt follows once the message is stored.
  const attempt = page.waitForRequest((request) => request.url().includes('/send_message'))
  await writeMessage(page, 'Arrivo tra poco')
  await attempt
  await page.reload()
  const outbox = page.getByRole('region', { name: 'In attesa di partire' })
  await expect(outbox.getByText('Arrivo tra poco')).toBeVisible()
  await expectAccessible(page)
  await restoreSending()
  await expect.poll(() => textsOnServer(anna, bruno)).toEqual(['Arrivo tra poco', 'Mi senti?', 'Ciao!'])
})

test('A message request is marked in the navigation, leaves no read mark, and accepted is a normal conversation', async ({
  anna,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  await openWithLiveUpdates(bruno.page, '/feed')
  const link = bruno.page.getByRole('link', { name: /^Messaggi/ })
  await expect(link).toHaveAccessibleName('Messaggi')
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await expect(anna.page.getByText('Potrai inviare foto e video quando bruno avrà accettato.')).toBeVisible()
  await expect(anna.page.getByLabel('Aggiungi foto o video')).toHaveCount(0)
  await writeMessage(anna.page, 'Eri tu in piazza?')

  const readMarks = collectRequests(bruno.page, 'markMessagesRead')
  await expect(link).toHaveAccessibleName('Messaggi (1 richiesta)')
  await link.click()
  await bruno.page.getByRole('tab', { name: 'Richieste (1)' }).click()
  await expectAccessible(bruno.page)
  await rowOf(bruno.page, 'anna').getByRole('link').click()
  await expect(bruno.page.getByRole('heading', { name: 'anna vorrebbe scriverti' })).toBeVisible()
  await expect(messageWithText(bruno.page, 'Eri tu in piazza?')).toBeVisible()
  await expectAccessible(bruno.page)
  expect(readMarks).toHaveLength(0)
  await bruno.page.getByRole('button', { name: 'Accetta' }).click()
  await expect(field(bruno.page)).toBeVisible()
  await expect(messageWithText(anna.page, 'Eri tu in piazza?').getByText('Letto')).toBeAttached()
  await expect(anna.page.getByLabel('Aggiungi foto o video')).toBeAttached()
})

test('Anna deletes a message for both people and one only for herself, then a block closes the conversation of both', async ({
  pair: { anna, bruno },
}) => {
  await sendMessage(anna, bruno, 'Un errore')
  await sendMessage(bruno, anna, 'Quale?')
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await expect(messageWithText(bruno.page, 'Un errore')).toBeVisible()
  await openOptions(anna.page, 'Un errore')
  await expectAccessible(anna.page)
  await anna.page.getByRole('button', { name: 'Elimina per tutti' }).click()
  await anna.page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  for (const { page } of [anna, bruno]) {
    await expect(messageWithText(page, 'Messaggio eliminato')).toBeVisible()
    await expect(messageWithText(page, 'Un errore')).toHaveCount(0)
  }
  await openOptions(anna.page, 'Quale?')
  await expect(anna.page.getByRole('button', { name: 'Elimina per tutti' })).toHaveCount(0)
  await anna.page.getByRole('button', { name: 'Elimina per me' }).click()
  await expect(messageWithText(anna.page, 'Quale?')).toHaveCount(0)

  await anna.page.getByRole('button', { name: 'Opzioni della conversazione' }).click()
  await anna.page.getByRole('button', { name: 'Blocca utente' }).click()
  await anna.page.getByRole('alertdialog').getByRole('button', { name: 'Blocca' }).click()
  await expect(anna.page.getByText(unavailable)).toBeVisible()
  // Nobody is told of a block: the conversation is gone when Bruno loads it again.
  await expect(messageWithText(bruno.page, 'Quale?')).toBeVisible()
  await bruno.page.reload()
  await expect(bruno.page.getByText(unavailable)).toBeVisible()
  await expect(field(bruno.page)).toHaveCount(0)
  await expectAccessible(bruno.page)
})

test('A photo is sent with a text and a description, and opens in a large view', async ({ pair: { anna, bruno } }) => {
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await anna.page.getByLabel('Aggiungi foto o video').setInputFiles(await photoFile())
  await expect(anna.page.getByAltText('La foto che stai per inviare')).toBeVisible()
  await anna.page.getByLabel('Descrizione della foto').fill('Un piccione')
  await writeMessage(anna.page, 'Guarda che rosso')
  await expect(anna.page.getByAltText('La foto che stai per inviare')).toHaveCount(0)
  const photo = messageWithText(bruno.page, 'Guarda che rosso').getByRole('button', { name: 'Un piccione: apri' })
  await photo.click()
  await expect(bruno.page.getByRole('dialog').getByRole('img', { name: 'Un piccione' })).toBeVisible()
  await expectAccessible(bruno.page)
  await expect(
    messageWithText(anna.page, 'Guarda che rosso').getByRole('button', { name: 'Un piccione: apri' }),
  ).toBeVisible()
})

test('A post is shared from its card; a person who may not see it reads that it is unavailable', async ({
  carla,
  pair: { anna, bruno },
}) => {
  await anna.callOk('requestFollow', { followed_id: carla.user.id })
  await publishPost(carla, 'Solo per chi mi segue', { privacy: 'followers' })
  const { page } = anna
  await page.goto('/feed')
  await page.getByRole('button', { name: 'Condividi il post' }).click()
  await page.getByRole('button', { name: 'Invia in chat' }).click()
  const sheet = page.getByRole('dialog', { name: 'Invia in chat' })
  await expect(sheet.getByRole('checkbox', { name: 'carla' })).toBeVisible()
  await sheet.getByRole('searchbox').fill('bru')
  await expect(sheet.getByRole('checkbox', { name: 'carla' })).toHaveCount(0)
  await sheet.getByRole('checkbox', { name: 'bruno' }).check()
  await sheet.getByPlaceholder('Aggiungi qualche parola').fill('Che dici?')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByText('Inviato')).toBeVisible()
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await expect(messageWithText(bruno.page, 'Che dici?')).toContainText('Post non disponibile')
  await page.goto(`/chat/${bruno.user.id}`)
  await expect(messages(page).getByRole('link', { name: /^Post di carla/ })).toBeVisible()
  await expectAccessible(bruno.page)
})

test('A long conversation opens at the first unread message, and loads older pages without a jump', async ({
  anna,
  page,
  bruno,
}) => {
  await startConversation(anna, bruno)
  for (let number = 1; number <= 70; number++)
    await sendMessage(number <= 50 ? anna : bruno, number <= 50 ? bruno : anna, `Messaggio ${number}.`)
  await anna.callOk('markMessagesRead', { other_id: bruno.user.id, up_to: 61 })
  await page.goto(`/chat/${bruno.user.id}`)
  await expect(page.getByRole('heading', { name: 'Nuovi messaggi' })).toBeInViewport()
  await expect(messageWithText(page, 'Messaggio 61.')).toBeInViewport()
  const oldest = messageWithText(page, 'Messaggio 42.')
  await oldest.scrollIntoViewIfNeeded()
  await expect(messageWithText(page, 'Messaggio 20.')).toBeAttached()
  await expect(oldest).toBeInViewport()
  await messageWithText(page, 'Messaggio 12.').scrollIntoViewIfNeeded()
  await expect(messageWithText(page, 'Ciao!')).toBeAttached()
  expect(await textsIn(page)).toEqual(['Ciao!', ...Array.from({ length: 70 }, (_, index) => `Messaggio ${index + 1}.`)])

  await sendMessage(bruno, anna, 'Ci sei?')
  const newMessagesButton = page.getByRole('button', { name: 'Nuovi messaggi' })
  await expect(messageWithText(page, 'Messaggio 12.')).toBeInViewport()
  await newMessagesButton.click()
  await expect(messageWithText(page, 'Ci sei?')).toBeInViewport()
  await expect(newMessagesButton).toHaveCount(0)
})

test('Only the chosen messages are reported; a deleted conversation leaves the list', async ({
  pair: { anna, bruno },
}) => {
  for (const text of ['Una brutta cosa', 'Una cosa qualunque']) await sendMessage(bruno, anna, text)
  const { page } = anna
  const reports = collectRequests(page, 'report')
  await page.goto('/chat')
  await rowOf(page, 'bruno').getByRole('link').click()
  const options = page.getByRole('button', { name: 'Opzioni della conversazione' })
  await options.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Segnala messaggi' }).click()
  await page.getByRole('checkbox', { name: 'Scegli: Una brutta cosa' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Segnala', exact: true }).click()
  await page.getByRole('radio', { name: 'Molestie o bullismo' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Invia' }).click()
  await expect(field(page)).toBeVisible()
  const { messages: stored } = await anna.callOk('getMessages', { other_id: bruno.user.id })
  const expectedIds = stored.filter(({ text }) => text.includes('brutta')).map(({ id }) => id)
  expect(reports.map((request) => (request.postDataJSON() as { target_id: number }).target_id)).toEqual(expectedIds)

  await options.click()
  await page.getByRole('button', { name: 'Elimina conversazione' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(page.getByText('La cassetta è vuota')).toBeVisible()
})

test('On a desk the list stays beside the conversation and its draft, and the addresses are those of a phone', async ({
  anna,
  page,
  createApiUser,
}) => {
  const bruno = await createApiUser('Massimiliano_della_Torre_Lunga')
  await startConversation(anna, bruno)
  await sendMessage(bruno, anna, 'Sono io')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/chat')
  await expect(page.getByText('Apri una conversazione')).toBeVisible()
  await expectAccessible(page)
  const list = page.getByRole('list', { name: 'Messaggi' })
  await list.getByRole('link', { name: /Sono io/ }).click()
  await expect(page).toHaveURL(new RegExp(`/chat/${bruno.user.id}$`))
  await expect(messageWithText(page, 'Sono io')).toBeVisible()
  await expect(list.getByRole('link', { name: /Sono io/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Indietro' })).toHaveCount(0)
  await expectAccessible(page)
  await field(page).fill('B'.repeat(2000))
  await page.reload()
  await expect(field(page)).toHaveValue('B'.repeat(2000))
  await expectNoHorizontalScroll(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(list).toHaveCount(0)
  await expect(messageWithText(page, 'Sono io')).toBeVisible()
  await expect(field(page)).toHaveValue('B'.repeat(2000))
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(list).toBeVisible()
})
