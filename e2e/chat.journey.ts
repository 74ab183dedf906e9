import type { Page } from '@playwright/test'
import { addressOf } from '#contract/call-paths.ts'
import { failCall, holdCall, holdRequests, collectRequests } from './support/network.ts'
import { photoFile } from './support/photo-file.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type ApiUser, test } from './support/fixtures.ts'

const field = (page: Page) => page.getByLabel('Messaggio', { exact: true })
const messages = (page: Page) => page.getByRole('region', { name: /^Messaggi con/ }).getByRole('listitem')
const said = (page: Page, text: string) => messages(page).filter({ hasText: text })
const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^(Messaggi|Richieste)/ })
    .getByRole('listitem')
    .filter({ hasText: name })
const unavailable = 'Questa conversazione non è disponibile.'

async function writes(page: Page, text: string) {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
}

/** Opens a page, and waits until the app listens there. */
async function listensAt(page: Page, address: string) {
  const listens = page.waitForRequest(/\/api\/events/)
  await page.goto(address)
  await listens
}

/** What a message says, without its time. */
const wordsIn = async (page: Page) => await messages(page).locator('p').allInnerTexts()

const says = (from: ApiUser, to: ApiUser, text: string, more: { post_id?: number } = {}) =>
  from.callOk('sendMessage', { other_id: to.user.id, client_id: crypto.randomUUID(), text, ...more })

/** Two who have accepted each other, by a word each. */
async function befriend(one: ApiUser, other: ApiUser) {
  await says(one, other, 'Ciao!')
  await other.callOk('answerMessageRequest', { other_id: one.user.id, action: 'accept' })
}

async function opensOptions(page: Page, text: string) {
  await said(page, text)
    .getByRole('button', { name: /^Opzioni del messaggio/ })
    .click()
}

test('Two people talk: what one writes the other sees arrive, and is seen to have read; who is writing is seen writing', async ({
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await anna.page.goto(`/profile/${bruno.user.id}`)
  await anna.page.getByRole('link', { name: 'Messaggi' }).click()
  await expect(anna.page.getByRole('heading', { name: 'bruno' })).toBeVisible()
  await bruno.page.goto('/feed')
  const link = bruno.page.getByRole('link', { name: 'Messaggi (1 da leggere)' })
  await expect(link).toBeVisible()
  await expect(said(anna.page, 'Ciao!').getByText('Consegnato')).toBeAttached()
  await link.click()
  await row(bruno.page, 'anna').getByRole('link').click()
  await expect(bruno.page.getByRole('heading', { name: 'Oggi' })).toBeVisible()
  await expect(said(anna.page, 'Ciao!').getByText('Letto')).toBeAttached()

  await field(bruno.page).pressSequentially('Ci')
  await expect(anna.page.getByText('sta scrivendo…')).toBeVisible()
  await writes(bruno.page, 'Ciao a te')
  await expect(said(anna.page, 'Ciao a te')).toBeVisible()
  await expect(anna.page.getByText('sta scrivendo…')).toHaveCount(0)
  await expect(said(bruno.page, 'Ciao a te').getByText('Letto')).toBeAttached()
  await bruno.page.goto('/feed')
  await expect(bruno.page.getByRole('link', { name: 'Messaggi', exact: true })).toBeVisible()
})

test('What is written without a network is sent when it is back: in order, and once', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await expect(said(bruno.page, 'Ciao!')).toBeVisible()
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await expect(said(anna.page, 'Ciao!')).toBeVisible()
  await anna.context.setOffline(true)
  for (const text of ['Uno', 'Due', 'Tre']) await writes(anna.page, text)
  await expect(messages(anna.page).getByText('In attesa di partire')).toHaveCount(3)
  await expect(field(anna.page)).toHaveValue('')
  await says(bruno, anna, 'Nel frattempo')
  await anna.context.setOffline(false)
  await expect.poll(() => wordsIn(bruno.page)).toEqual(['Ciao!', 'Nel frattempo', 'Uno', 'Due', 'Tre'])
  await expect.poll(() => wordsIn(anna.page)).toEqual(['Ciao!', 'Nel frattempo', 'Uno', 'Due', 'Tre'])
  await expect(messages(anna.page).getByText('In attesa di partire')).toHaveCount(0)
})

test('An answer that is lost on its way makes no second message', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await anna.page.goto(`/chat/${bruno.user.id}`)
  let lost = 0
  await anna.page.route(
    (url) => url.pathname === addressOf('sendMessage').url,
    async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    },
  )
  await writes(anna.page, 'Una volta sola')
  await expect.poll(() => lost).toBeGreaterThan(1)
  await expect(said(anna.page, 'Una volta sola').getByText(/Inviato|Consegnato/)).toBeAttached()
  await expect(said(anna.page, 'Una volta sola')).toHaveCount(1)
  const { messages: kept } = await bruno.callOk('getMessages', { other_id: anna.user.id })
  expect(kept.map(({ text }) => text)).toEqual(['Una volta sola', 'Ciao!'])
})

test('A page that is closed while it sends sends afterwards, once; also from the feed', async ({
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await holdCall(anna.page, 'sendMessage')
  const tried = collectRequests(anna.page, 'sendMessage')
  await writes(anna.page, 'Prima di chiudere')
  await writes(anna.page, 'E un’altra cosa')
  await expect(messages(anna.page).getByText('In attesa di partire')).toHaveCount(2)
  await expect.poll(() => tried.length).toBe(1)
  await anna.page.close()
  // What was on its way may arrive all the same; what stood behind it has not left.
  const before = await bruno.callOk('getMessages', { other_id: anna.user.id })
  expect(before.messages.map(({ text }) => text)).not.toContain('E un’altra cosa')

  const again = await anna.context.newPage()
  await again.goto('/feed')
  await expect
    .poll(async () => (await bruno.callOk('getMessages', { other_id: anna.user.id })).messages.map(({ text }) => text))
    .toEqual(['E un’altra cosa', 'Prima di chiudere', 'Ciao!'])
  await again.goto(`/chat/${bruno.user.id}`)
  await expect.poll(() => wordsIn(again)).toEqual(['Ciao!', 'Prima di chiudere', 'E un’altra cosa'])
})

test('A server that asks for patience is asked again when it said, and the message is there once', async ({
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await anna.page.goto(`/chat/${bruno.user.id}`)
  const asked: number[] = []
  await anna.page.route(
    (url) => url.pathname === addressOf('sendMessage').url,
    (route) => {
      asked.push(Date.now())
      return asked.length > 1
        ? route.continue()
        : route.fulfill({
            status: 429,
            headers: { 'retry-after': '3' },
            json: { success: false, error: 'Troppe richieste.' },
          })
    },
  )
  await writes(anna.page, 'Con calma')
  await expect(said(anna.page, 'Con calma').getByText('In attesa di partire')).toBeAttached()
  await expect(said(anna.page, 'Con calma').getByText(/Inviato|Consegnato/)).toBeAttached()
  await expect(anna.page.getByRole('alert')).toHaveCount(0)
  expect(asked).toHaveLength(2)
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(3000)
})

test('Two tabs show and send what was written in either: in order, and once', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  const other = await anna.context.newPage()
  for (const page of [anna.page, other]) {
    await listensAt(page, `/chat/${bruno.user.id}`)
    await expect(said(page, 'Ciao!')).toBeVisible()
  }
  await anna.context.setOffline(true)
  await writes(anna.page, 'Di qua')
  await expect(said(other, 'Di qua')).toBeVisible()
  await writes(other, 'Di là')
  await expect(said(anna.page, 'Di là')).toBeVisible()
  await anna.context.setOffline(false)
  for (const page of [anna.page, other]) {
    await expect(messages(page).getByText('In attesa di partire')).toHaveCount(0)
    await expect.poll(() => wordsIn(page)).toEqual(['Ciao!', 'Di qua', 'Di là'])
  }
  const { messages: kept } = await bruno.callOk('getMessages', { other_id: anna.user.id })
  expect(kept.map(({ text }) => text)).toEqual(['Di là', 'Di qua', 'Ciao!'])
})

test('What is written before the app listens is in the other tab as soon as it does', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createApiUser('bruno')]
  await befriend(anna, bruno)
  const fresh = await anna.context.newPage()
  for (const page of [anna.page, fresh]) await failCall(page, 'sendMessage')
  await listensAt(anna.page, `/chat/${bruno.user.id}`)
  await expect(said(anna.page, 'Ciao!')).toBeVisible()
  const letGo = await holdRequests(fresh, /live-rooms-/)
  await fresh.goto(`/chat/${bruno.user.id}`)
  await writes(fresh, 'Appena aperta')
  await expect(said(fresh, 'Appena aperta')).toBeVisible()
  letGo()
  await expect(said(anna.page, 'Appena aperta')).toBeVisible()
})

test('What the server will not have says why, and is tried again or thrown away', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  const { page } = anna
  await page.goto(`/chat/${bruno.user.id}`)
  const isSend = (url: URL) => url.pathname === addressOf('sendMessage').url
  await page.route(isSend, (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'Questa persona non riceve messaggi da te.' } }),
  )
  await writes(page, 'Mi senti?')
  await writes(page, 'Da buttare')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Non inviato. Questa persona non riceve messaggi da te.' }),
  ).toHaveCount(2)
  await expectAccessible(page)
  await page.unroute(isSend)
  await page.getByRole('button', { name: 'Elimina', exact: true }).last().click()
  await expect(said(page, 'Da buttare')).toHaveCount(0)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(said(page, 'Mi senti?').getByText(/Inviato|Consegnato/)).toBeAttached()
})

test('Who leaves takes along what was not sent: the next person on this device sends nothing of it', async ({
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  const { page } = anna
  await page.goto(`/chat/${bruno.user.id}`)
  const mend = await failCall(page, 'sendMessage')
  await writes(page, 'Non lo dirò')
  await expect(said(page, 'Non lo dirò')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Esci' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await mend()
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(left).toEqual([])
})

test('A request is read without a sign of it, and accepted: then it is a conversation like any other', async ({
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await expect(anna.page.getByText('Scrivi a bruno')).toBeVisible()
  await expect(anna.page.getByText('Potrai inviare foto quando bruno avrà accettato.')).toBeVisible()
  await expect(anna.page.getByLabel('Aggiungi una foto')).toHaveCount(0)
  await writes(anna.page, 'Eri tu in piazza?')
  await expect(said(anna.page, 'Eri tu in piazza?').getByText('Inviato')).toBeAttached()

  const marks = collectRequests(bruno.page, 'markMessagesRead')
  await bruno.page.goto('/chat')
  await bruno.page.getByRole('tab', { name: 'Richieste (1)' }).click()
  await expectAccessible(bruno.page)
  await row(bruno.page, 'anna').getByRole('link').click()
  await expect(bruno.page.getByRole('heading', { name: 'anna vorrebbe scriverti' })).toBeVisible()
  await expect(said(bruno.page, 'Eri tu in piazza?')).toBeVisible()
  await expectAccessible(bruno.page)
  expect(marks).toHaveLength(0)
  await bruno.page.getByRole('button', { name: 'Accetta' }).click()
  await expect(field(bruno.page)).toBeVisible()
  await expect(said(anna.page, 'Eri tu in piazza?').getByText('Letto')).toBeAttached()
  await expect(anna.page.getByLabel('Aggiungi una foto')).toBeAttached()
})

test('Who is declined learns nothing of it', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await writes(anna.page, 'Eri tu?')
  await expect(said(anna.page, 'Eri tu?').getByText('Inviato')).toBeAttached()
  await bruno.page.goto('/chat')
  await bruno.page.getByRole('tab', { name: 'Richieste (1)' }).click()
  await row(bruno.page, 'anna').getByRole('link').click()
  await bruno.page.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(bruno.page.getByText('Nessuna richiesta')).toBeVisible()
  await writes(anna.page, 'Rispondi?')
  await expect(said(anna.page, 'Rispondi?').getByText('Inviato')).toBeAttached()
  await anna.page.reload()
  await expect(said(anna.page, 'Eri tu?').getByText('Inviato')).toBeAttached()
  await bruno.page.reload()
  await bruno.page.getByRole('tab', { name: 'Richieste', exact: true }).click()
  await expect(bruno.page.getByText('Nessuna richiesta')).toBeVisible()
})

test('A block closes an open conversation at both, at once', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await bruno.page.goto('/chat')
  await row(bruno.page, 'anna').getByRole('link').click()
  await expect(said(bruno.page, 'Ciao!')).toBeVisible()
  await anna.page.getByRole('button', { name: 'Opzioni della conversazione' }).click()
  await anna.page.getByRole('button', { name: 'Blocca utente' }).click()
  await anna.page.getByRole('alertdialog').getByRole('button', { name: 'Blocca' }).click()
  for (const { page } of [anna, bruno]) {
    await expect(page.getByText(unavailable)).toBeVisible()
    await expect(field(page)).toHaveCount(0)
  }
  await expectAccessible(bruno.page)
  await bruno.page.getByRole('link', { name: 'Torna ai messaggi' }).click()
  await expect(bruno.page.getByText('La cassetta è vuota')).toBeVisible()
})

test('A message is taken back for both, or for oneself', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await says(anna, bruno, 'Un errore')
  await says(bruno, anna, 'Quale?')
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await expect(said(bruno.page, 'Un errore')).toBeVisible()
  await opensOptions(anna.page, 'Un errore')
  await expectAccessible(anna.page)
  await anna.page.getByRole('button', { name: 'Elimina per tutti' }).click()
  await anna.page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  for (const { page } of [anna, bruno]) {
    await expect(said(page, 'Messaggio eliminato')).toBeVisible()
    await expect(said(page, 'Un errore')).toHaveCount(0)
  }
  await opensOptions(anna.page, 'Quale?')
  await expect(anna.page.getByRole('button', { name: 'Elimina per tutti' })).toHaveCount(0)
  await anna.page.getByRole('button', { name: 'Elimina per me' }).click()
  await expect(said(anna.page, 'Quale?')).toHaveCount(0)
  await anna.page.reload()
  await expect(said(anna.page, 'Ciao!')).toBeVisible()
  await expect(said(anna.page, 'Quale?')).toHaveCount(0)
  await expect(said(bruno.page, 'Quale?')).toBeVisible()
})

test('A photo is sent with words, and opened large', async ({ createBrowserUser }) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  await befriend(anna, bruno)
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await anna.page.getByLabel('Aggiungi una foto').setInputFiles(await photoFile())
  await expect(anna.page.getByAltText('La foto che stai per inviare')).toBeVisible()
  await writes(anna.page, 'Guarda che rosso')
  await expect(anna.page.getByAltText('La foto che stai per inviare')).toHaveCount(0)
  const photo = said(bruno.page, 'Guarda che rosso').getByRole('button', { name: 'Foto di anna: apri' })
  await photo.click()
  await expect(bruno.page.getByRole('dialog', { name: 'Foto di anna' }).getByRole('img')).toBeVisible()
  await expectAccessible(bruno.page)
  await expect(said(anna.page, 'Guarda che rosso').getByRole('button', { name: 'La tua foto: apri' })).toBeVisible()
})

test('A post is sent on from its options; who may not see it reads that it is not available', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const [anna, bruno] = [await createBrowserUser('anna'), await createBrowserUser('bruno')]
  const carla = await createApiUser('carla')
  await befriend(anna, bruno)
  await anna.callOk('requestFollow', { followed_id: carla.user.id })
  await publishPost(carla, 'Per tutti')
  await publishPost(carla, 'Solo per chi mi segue', { privacy: 'followers' })
  await anna.page.goto('/feed')
  for (const text of ['Per tutti', 'Solo per chi mi segue']) {
    await cardWithText(anna.page, text).getByRole('button', { name: 'Opzioni del post' }).click()
    await anna.page.getByRole('button', { name: 'Invia in chat' }).click()
    const sheet = anna.page.getByRole('dialog', { name: 'Invia in chat' })
    await expect(sheet.getByRole('checkbox', { name: 'carla' })).toBeVisible()
    await sheet.getByRole('searchbox').fill('bru')
    await expect(sheet.getByRole('checkbox', { name: 'carla' })).toHaveCount(0)
    await sheet.getByRole('checkbox', { name: 'bruno' }).check()
    await sheet.getByPlaceholder('Aggiungi qualche parola').fill(`Che dici: ${text}`)
    await expectAccessible(anna.page)
    await sheet.getByRole('button', { name: 'Invia', exact: true }).click()
    await expect(anna.page.getByText('Inviato')).toBeVisible()
    await expect(sheet).toHaveCount(0)
  }
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await expect(said(bruno.page, 'Che dici: Per tutti').getByRole('link', { name: /^Post di carla/ })).toBeVisible()
  await expect(said(bruno.page, 'Che dici: Solo per chi mi segue')).toContainText('Post non disponibile')
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await expect(messages(anna.page).getByRole('link', { name: /^Post di carla/ })).toHaveCount(2)
  await expectAccessible(bruno.page)
})

test('A long conversation opens where the unread begins, and goes back page by page without a jump', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const anna = await createBrowserUser('anna')
  await befriend(anna, bruno)
  for (let number = 1; number <= 70; number++)
    await says(number <= 50 ? anna : bruno, number <= 50 ? bruno : anna, `Messaggio ${number}.`)
  await anna.callOk('markMessagesRead', { other_id: bruno.user.id, up_to: 61 })
  const { page } = anna
  await page.goto(`/chat/${bruno.user.id}`)
  await expect(page.getByRole('heading', { name: 'Nuovi messaggi' })).toBeInViewport()
  await expect(said(page, 'Messaggio 61.')).toBeInViewport()
  const oldest = said(page, 'Messaggio 42.')
  await oldest.scrollIntoViewIfNeeded()
  await expect(said(page, 'Messaggio 20.')).toBeAttached()
  await expect(oldest).toBeInViewport()
  await said(page, 'Messaggio 12.').scrollIntoViewIfNeeded()
  await expect(said(page, 'Ciao!')).toBeAttached()
  expect(await wordsIn(page)).toEqual(['Ciao!', ...Array.from({ length: 70 }, (_, index) => `Messaggio ${index + 1}.`)])

  await says(bruno, anna, 'Ci sei?')
  const news = page.getByRole('button', { name: 'Nuovi messaggi' })
  await expect(said(page, 'Messaggio 12.')).toBeInViewport()
  await news.click()
  await expect(said(page, 'Ci sei?')).toBeInViewport()
  await expect(news).toHaveCount(0)
})

test('Messages are chosen and reported, and only those', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const anna = await createBrowserUser('anna')
  await befriend(anna, bruno)
  for (const text of ['Una brutta cosa', 'Una cosa qualunque', 'Un’altra brutta cosa']) await says(bruno, anna, text)
  const { page } = anna
  const sent = collectRequests(page, 'report')
  await page.goto(`/chat/${bruno.user.id}`)
  await page.getByRole('button', { name: 'Opzioni della conversazione' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Segnala messaggi' }).click()
  await expect(page.getByText('Scegli i messaggi da segnalare.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Scegli: Una brutta cosa' }).check()
  await page.getByRole('checkbox', { name: 'Scegli: Un’altra brutta cosa' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Segnala', exact: true }).click()
  await page.getByRole('radio', { name: 'Molestie o bullismo' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Invia' }).click()
  await expect(field(page)).toBeVisible()
  const { messages: all } = await anna.callOk('getMessages', { other_id: bruno.user.id })
  const bad = all
    .filter(({ text }) => text.includes('brutta'))
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
  expect(sent.map((request) => (request.postDataJSON() as { target_id: number }).target_id)).toEqual(bad)
})

test('A conversation is deleted for oneself, and comes back empty with a new message', async ({
  createBrowserUser,
  createApiUser,
}) => {
  const bruno = await createApiUser('bruno')
  const anna = await createBrowserUser('anna')
  await befriend(anna, bruno)
  const { page } = anna
  await page.goto('/chat')
  await row(page, 'bruno').getByRole('link').click()
  await page.getByRole('button', { name: 'Opzioni della conversazione' }).click()
  await page.getByRole('button', { name: 'Elimina conversazione' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(page.getByText('La cassetta è vuota')).toBeVisible()
  await says(bruno, anna, 'Ancora io')
  await row(page, 'bruno').getByRole('link').click()
  await expect.poll(() => wordsIn(page)).toEqual(['Ancora io'])
})

test('The longest names and words break nothing, and the messages can be used by everybody', async ({
  createBrowserUser,
  createApiUser,
}) => {
  const anna = await createBrowserUser('anna')
  const long = await createApiUser('Massimiliano_della_Torre_Lunga')
  await befriend(anna, long)
  await says(long, anna, 'A'.repeat(2000))
  const { page } = anna
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await page.goto('/chat')
  await expect(row(page, 'Massimiliano')).toContainText('AAAA')
  await expectAccessible(page)
  expect(await isWide()).toBe(false)
  await row(page, 'Massimiliano').getByRole('link').click()
  await expect(said(page, 'AAAA')).toBeVisible()
  await field(page).fill('B'.repeat(2000))
  await expectAccessible(page)
  expect(await isWide()).toBe(false)
  await page.reload()
  await expect(field(page)).toHaveValue('B'.repeat(2000))
  await page.setViewportSize({ width: 1280, height: 800 })
  await field(page).press('Enter')
  await expectAccessible(page)
  expect(await isWide()).toBe(false)
})
