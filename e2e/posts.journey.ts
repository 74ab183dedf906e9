import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Input } from '#contract/calls.ts'
import { expectNothingAbovePage } from './support/navigation.ts'
import { collectRequests, failCall, holdCall, isCall } from './support/network.ts'
import { expectLoaded } from './support/layout.ts'
import { photoFile, photoUrl } from './support/photo-file.ts'
import { cardWithText, choosePlace, publishPost, waitUntilPublished } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type BrowserUser, test } from './support/fixtures.ts'

const decodeDataUrl = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
const gallery = (page: Page) => page.getByLabel('Galleria')
const preview = (page: Page) => page.getByRole('img', { name: "Anteprima dell'immagine" })
const publishButton = (page: Page) => page.getByRole('button', { name: 'Pubblica', exact: true })

async function writePost({ page }: BrowserUser, text: string): Promise<void> {
  await page.goto('/new-spot')
  await page.getByLabel('Testo del post').fill(text)
  await choosePlace(page, /^Piazza del Duomo/)
}

test('Publishing waits for a photo that is still being prepared', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await writePost(anna, 'Con la foto')
  await gallery(anna.page).setInputFiles(await photoFile('grande.jpg', 8000))
  await publishButton(anna.page).click()
  await waitUntilPublished(anna.page)
  await expect(cardWithText(anna.page, 'Con la foto').getByRole('img', { name: /^Foto di anna/ })).toBeVisible()
})

test('A photo leaves the browser without position or camera data, and shows in the feed @core', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await writePost(anna, 'Tramonto sul Duomo')
  const photo = await photoFile()
  expect((await sharp(photo.buffer).metadata()).exif?.toString('latin1')).toContain('Exif')
  await gallery(page).setInputFiles(photo)
  await expect(preview(page)).toBeVisible()
  const creations = collectRequests(page, 'createSpot')
  await publishButton(page).click()

  const card = cardWithText(page, 'Tramonto sul Duomo')
  const picture = card.getByRole('img', { name: 'Foto di anna a Piazza del Duomo' })
  await waitUntilPublished(page)
  await expectLoaded(picture)
  const sent = creations[0]!.postDataJSON() as Input<'createSpot'>
  const bytes = decodeDataUrl(sent.image ?? '')
  const { exif, xmp, iptc, width, height } = await sharp(bytes).metadata()
  expect({ exif, xmp, iptc, width, height }).toEqual({ width: 1600, height: 1200 })
  expect(bytes.toString('latin1')).not.toMatch(/Exif|GPS/)
  expect(Object.keys(sent).toSorted()).toEqual([
    'client_id',
    'image',
    'image_alt',
    'location_id',
    'privacy',
    'text',
    'user_id',
  ])
  await expect(card).toContainText(/Piazza del Duomo · \d+ m/)

  await page.getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page.getByLabel('Testo del post')).toHaveValue('')
  await expect(preview(page)).toHaveCount(0)
})

test('A post needs a text and a place', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  const creations = collectRequests(page, 'createSpot')
  await page.goto('/new-spot')
  await page.getByLabel('Testo del post').fill('   ')
  await publishButton(page).click()
  const hints = page.getByRole('alert')
  await expect(hints).toHaveText(['Inserisci un testo prima di pubblicare.', 'Seleziona un luogo.'])
  await expect(page.getByLabel('Testo del post')).toHaveAccessibleDescription('Inserisci un testo prima di pubblicare.')
  await expectAccessible(page)
  await page.getByLabel('Testo del post').fill('Dove sono?')
  await publishButton(page).click()
  await expect(hints).toHaveText('Seleziona un luogo.')
  await choosePlace(page, /^Piazza del Duomo/)
  await expect(hints).toHaveCount(0)
  expect(creations).toHaveLength(0)
  await expect(page).toHaveURL(/\/new-spot$/)
})

test('A photo without words is a post, in the feed and wherever else posts are shown', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto('/new-spot')
  await gallery(page).setInputFiles(await photoFile())
  await choosePlace(page, /^Piazza del Duomo/)
  await publishButton(page).click()
  await waitUntilPublished(page)
  const name = 'Foto di anna a Piazza del Duomo'
  const card = page.getByRole('article', { name: 'Post di anna' })
  await expectLoaded(card.getByRole('img', { name }))
  await expectAccessible(page)

  const [post] = (await anna.callOk('getFeed', {})).posts
  const bruno = await createBrowserUser('bruno')
  await bruno.page.goto(`/post/${post!.id}`)
  await bruno.page.getByRole('button', { name: 'Spotted' }).click()
  const question = bruno.page.getByRole('dialog')
  await expectLoaded(question.getByRole('img', { name }))
  await question.getByRole('button', { name: 'Sono io' }).click()
  await page.goto(`/spotted-requests/${post!.id}`)
  await expectLoaded(page.getByRole('img', { name: 'Foto del post' }))
  await expectAccessible(page)

  const carla = await createApiUser('carla')
  await carla.callOk('sendMessage', { other_id: bruno.user.id, client_id: crypto.randomUUID(), post_id: post!.id })
  await bruno.page.goto(`/chat/${carla.user.id}`)
  await expect(bruno.page.getByRole('link', { name: 'Post di anna Foto Piazza del Duomo' })).toBeVisible()
})

test('People who cannot see a photo read its description, on posts, in messages and in stories', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { page } = anna
  const alt = 'La piazza vuota all’alba, con un piccione al centro'
  await writePost(anna, 'Nessuno in giro')
  await gallery(page).setInputFiles(await photoFile())
  await page.getByLabel('Descrizione della foto').fill(alt)
  await expectAccessible(page)
  await publishButton(page).click()
  await waitUntilPublished(page)
  const card = cardWithText(page, 'Nessuno in giro')
  await expectLoaded(card.getByRole('img', { name: alt }))
  await card.getByRole('button', { name: 'ALT: leggi la descrizione della foto' }).click()
  const words = page.getByRole('dialog', { name: 'Descrizione della foto' })
  await expect(words).toContainText(alt)
  await expectAccessible(page)
  await words.getByRole('button', { name: 'Chiudi' }).click()
  await expect(words).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)

  await bruno.callOk('sendMessage', { other_id: anna.user.id, client_id: crypto.randomUUID(), text: 'Che vedi?' })
  await anna.callOk('answerMessageRequest', { other_id: bruno.user.id, action: 'accept' })
  await page.goto(`/chat/${bruno.user.id}`)
  await page.getByLabel('Aggiungi una foto').setInputFiles(await photoFile())
  await page.getByLabel('Descrizione della foto').fill('Un piccione')
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByRole('button', { name: 'Un piccione: apri' })).toBeVisible()
  await page.getByRole('button', { name: 'ALT: leggi' }).click()
  await expect(words).toContainText('Un piccione')

  await page.goto('/new-spot?story')
  await gallery(page).setInputFiles(await photoFile())
  await page.getByLabel('Descrizione della foto').fill('Lo stesso piccione')
  await page.getByRole('button', { name: 'Pubblica la storia' }).click()
  await waitUntilPublished(page)
  await page.getByRole('button', { name: 'Guarda la tua storia' }).click()
  await expectLoaded(page.getByRole('img', { name: 'Lo stesso piccione' }))
  await page.getByRole('button', { name: 'ALT: leggi' }).click()
  await expect(words).toContainText('Lo stesso piccione')
})

test('Several photos are put in order, described and published, and one goes through them', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await writePost(anna, 'Tre momenti')
  const files = await Promise.all([800, 900, 1000].map((width) => photoFile(`${width}.jpg`, width)))
  await gallery(page).setInputFiles(files)
  const fields = page.getByLabel('Descrizione della foto')
  await expect(fields).toHaveCount(3)
  await fields.nth(0).fill('Mattina')
  await fields.nth(2).fill('Sera')
  await page.getByRole('button', { name: 'Sposta prima la foto 3' }).click()
  await page.getByRole('button', { name: 'Sposta prima la foto 2' }).press('Enter')
  await expect(fields.nth(0)).toHaveValue('Sera')
  await expectAccessible(page)
  await publishButton(page).click()

  await waitUntilPublished(page)
  const card = cardWithText(page, 'Tre momenti')
  await expectLoaded(card.getByRole('img', { name: 'Sera' }))
  await expect(card.getByText('1/3')).toBeVisible()
  await expectAccessible(page)
  const strip = card.getByRole('group', { name: /^Foto \d di 3$/ })
  const height = (await card.boundingBox())!.height
  await strip.focus()
  await page.keyboard.press('ArrowRight')
  await expect(card.getByText('2/3')).toBeVisible()
  await expectLoaded(card.getByRole('img', { name: 'Mattina' }))
  expect((await card.boundingBox())!.height).toBe(height)

  await card.getByRole('link', { name: /Apri il post/ }).click()
  await expect(page.getByPlaceholder('Scrivi un commento...')).toBeVisible()
  await strip.evaluate((element) => element.scrollTo({ left: element.clientWidth * 2 }))
  await expect(page.getByText('3/3')).toBeVisible()
  const last = page.getByRole('img', { name: 'Foto 3 di 3 di anna a Piazza del Duomo' })
  await expectLoaded(last.first())
  await last.first().click()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Mattina' })).toBeInViewport()
})

test('Photos are dragged into order, and cropped with the mouse or from the keyboard; cancelling changes nothing', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.setViewportSize({ width: 1280, height: 800 })
  await writePost(anna, 'Ritagliate')
  await gallery(page).setInputFiles([await photoFile('a.jpg', 800), await photoFile('b.jpg', 900)])
  const fields = page.getByLabel('Descrizione della foto')
  await expect(fields).toHaveCount(2)
  await fields.nth(0).fill('Prima')
  const first = page.getByRole('img', { name: 'Anteprima della foto 1 di 2' })
  const from = (await first.boundingBox())!
  const to = (await page.getByRole('img', { name: 'Anteprima della foto 2 di 2' }).boundingBox())!
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 60)
  await page.mouse.move(to.x + 40, to.y + 50, { steps: 5 })
  await page.mouse.up()
  await expect(fields.nth(1)).toHaveValue('Prima')

  const cropButton = page.getByRole('button', { name: 'Ritaglia la foto 1' })
  const dialog = page.getByRole('dialog', { name: 'Ritaglia la foto' })
  const sourceOf = () => first.getAttribute('src')
  const whole = await sourceOf()
  // The click that ends a drag is not one on what lies there: for 50 ms dnd-kit drops every click.
  await expect(async () => {
    await cropButton.click()
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await dialog.getByRole('radio', { name: '1:1' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await sourceOf()).toBe(whole)

  await cropButton.click()
  await dialog.getByRole('radio', { name: '1:1' }).check()
  await dialog.getByRole('slider', { name: 'Ingrandimento' }).press('ArrowRight')
  await dialog.getByRole('application', { name: /^Riquadro/ }).press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Applica' }).click()
  await expect.poll(sourceOf).not.toBe(whole)
  const ratioOf = () => first.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
  expect(await ratioOf()).toBeCloseTo(1, 1)
  await cropButton.click()
  await expect(dialog.getByRole('radio', { name: '1:1' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Originale' }).check()
  await dialog.getByRole('button', { name: 'Applica' }).click()
  await expect.poll(sourceOf).toBe(whole)
  await cropButton.click()
  await dialog.getByRole('radio', { name: '16:9' }).check()
  await dialog.getByRole('button', { name: 'Applica' }).click()
  await expect.poll(ratioOf).toBeCloseTo(16 / 9, 1)

  const uploads = collectRequests(page, 'uploadPicture')
  await publishButton(page).click()
  await waitUntilPublished(page)
  const sent = uploads.map((request) => request.postDataJSON() as Input<'uploadPicture'>)
  expect(sent.map(({ image_alt }) => image_alt)).toEqual(['', 'Prima'])
  const { width, height, exif } = await sharp(decodeDataUrl(sent[0]!.image)).metadata()
  expect(width / height).toBeCloseTo(16 / 9, 1)
  expect(exif).toBeUndefined()
})

test('On a small phone with a photo, what publishes is in reach', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/new-spot')
  await gallery(page).setInputFiles(await photoFile())
  await expect(preview(page)).toBeVisible()
  await page.getByText('Lo vede chi si trova nei dintorni del luogo.').scrollIntoViewIfNeeded()
  await expect(publishButton(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('A photo can be removed again, and a file that is no photo is refused with a message', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await writePost(anna, 'Senza foto')
  await gallery(page).setInputFiles(await photoFile())
  await page.getByRole('button', { name: 'Rimuovi immagine' }).click()
  await expect(preview(page)).toHaveCount(0)
  await gallery(page).setInputFiles({
    name: 'foto.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('questa non è una foto'),
  })
  await expect(page.getByRole('alert')).toHaveText(
    'Non riusciamo a leggere questa immagine: prova con una foto in formato JPEG, PNG o WebP.',
  )
  await expect(preview(page)).toHaveCount(0)
  await publishButton(page).click()
  await expect(cardWithText(page, 'Senza foto')).toBeVisible()
  await expect(cardWithText(page, 'Senza foto').getByRole('img')).toHaveCount(0)
})

/** An unpublished post in the list above the feed. */
const publication = (page: Page, text: string) =>
  page.getByRole('list', { name: 'In pubblicazione' }).getByRole('listitem').filter({ hasText: text })

test('While a post is being published, its author reads on; Back leads to where they came from', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Nuovo post' }).first().click()
  await page.getByLabel('Testo del post').fill('Un attimo')
  await choosePlace(page, /^Piazza del Duomo/)
  await gallery(page).setInputFiles([await photoFile('a.jpg', 900), await photoFile('b.jpg', 800)])
  await expect(page.getByLabel('Descrizione della foto')).toHaveCount(2)
  const release = await holdCall(page, 'createSpot')
  await publishButton(page).click()
  await expect(page).toHaveURL(/\/feed$/)
  const card = publication(page, 'Un attimo')
  await expect(card).toBeInViewport()
  await expect(card.getByRole('progressbar', { name: 'Foto caricate' })).toHaveJSProperty('value', 2)
  await expectAccessible(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await waitUntilPublished(page)
  await expectLoaded(cardWithText(page, 'Un attimo').getByRole('img', { name: /^Foto 1 di 2/ }))
  await expect(card).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)
})

test('Without a network a post waits, also over a reload, and is published once when the network is back @core', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await writePost(anna, 'Non mi perdo')
  await page.getByRole('radio', { name: 'Solo follower' }).check()
  await gallery(page).setInputFiles([await photoFile('a.jpg', 900), await photoFile('b.jpg', 800)])
  await expect(page.getByLabel('Descrizione della foto')).toHaveCount(2)
  await page.getByLabel('Descrizione della foto').first().fill('Il Duomo')
  // The server publishes the post, but its answer is lost; from then on, nothing reaches the server.
  const isCreation = isCall('createSpot')
  let isReached = true
  await page.route(isCreation, async (route) => {
    if (isReached) await route.fetch()
    isReached = false
    await route.abort()
  })
  const uploads = collectRequests(page, 'uploadPicture')
  await publishButton(page).click()
  const card = publication(page, 'Non mi perdo')
  await expect(card).toContainText('La rete non risponde')
  await expect(card).toContainText('Solo per i follower')
  await expect(card.getByRole('img', { name: 'Il Duomo' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([])
  await page.reload()
  await expect(card).toContainText('La rete non risponde')
  await expectAccessible(page)
  await page.unroute(isCreation)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(cardWithText(page, 'Non mi perdo').getByRole('img', { name: 'Il Duomo' })).toBeVisible()
  await expect(card).toHaveCount(0)
  expect((await anna.callOk('getFeed', {})).posts).toHaveLength(1)
  expect(uploads).toHaveLength(2)
})

test('A post refused by the server says why on its card, is corrected with all that was in it, or deleted', async ({
  createBrowserUser,
}) => {
  const { page, user } = await createBrowserUser('anna')
  const draft = { text: 'In un posto che non c’è più', place: { id: 999_999_999, name: 'Atlantide', town: null } }
  await page.goto('/feed')
  await page.evaluate(([id, storedDraft]) => localStorage.setItem(`draft-post-${id}`, JSON.stringify(storedDraft)), [
    user.id,
    draft,
  ] as const)
  await page.goto('/new-spot')
  await page.getByRole('radio', { name: 'Solo follower' }).check()
  await gallery(page).setInputFiles(await photoFile())
  await page.getByLabel('Descrizione della foto').fill('Le onde')
  await publishButton(page).click()
  const card = publication(page, draft.text)
  await expect(card.getByRole('alert')).toHaveText('Non pubblicato. Il luogo scelto non esiste più.')
  await expectAccessible(page)
  await page.reload()
  await card.getByRole('link', { name: 'Modifica' }).click()
  await expect(page.getByLabel('Testo del post')).toHaveValue(draft.text)
  await expect(page.getByLabel('Descrizione della foto')).toHaveValue('Le onde')
  await expect(preview(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Solo follower' })).toBeChecked()
  await page.getByRole('button', { name: 'Luogo: Atlantide. Cambia' }).click()
  await page
    .getByRole('dialog', { name: 'Dove sei?' })
    .getByRole('button', { name: /^Piazza del Duomo/ })
    .click()
  await publishButton(page).click()
  await waitUntilPublished(page)
  await expect(cardWithText(page, draft.text).getByRole('img', { name: 'Le onde' })).toBeVisible()
  await expect(card).toHaveCount(0)

  await page.getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page.getByLabel('Testo del post')).toHaveValue('')
  await page.getByLabel('Testo del post').fill('Ci ripenso')
  await choosePlace(page, /^Piazza del Duomo/)
  await failCall(page, 'createSpot')
  await publishButton(page).click()
  const other = publication(page, 'Ci ripenso')
  await other.getByRole('button', { name: 'Elimina' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(other).toHaveCount(0)
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(cardWithText(page, draft.text)).toBeVisible()
  await expect(other).toHaveCount(0)
})

test('A like that fails is reverted with a message @core', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Ti piaccio?')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const card = cardWithText(page, 'Ti piaccio?')
  const heart = card.getByRole('button', { name: 'Mi piace' })
  const restore = await failCall(page, 'likePost')
  await heart.click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(card.getByRole('link', { name: /^0 Mi piace/ })).toBeVisible()
  await restore()

  await bruno.callOk('deletePost', { post_id: id })
  await heart.click()
  await expect(page.getByText('La risorsa richiesta non esiste.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('The list of likes shows the latest first, and drops a person who unlikes', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  const { id } = await publishPost(bruno, 'Chi mi ama?')
  await bruno.callOk('likePost', { post_id: id })
  await carla.callOk('likePost', { post_id: id })
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const card = cardWithText(page, 'Chi mi ama?')
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await card.getByRole('link', { name: /^3 Mi piace/ }).click()
  await expect(page.getByRole('heading', { name: 'Mi Piace' })).toBeVisible()
  await expect(page.getByRole('listitem')).toContainText(['anna', 'carla', 'bruno'])
  await page.getByRole('button', { name: 'Indietro' }).click()
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await card.getByRole('link', { name: /^2 Mi piace/ }).click()
  await expect(page.getByRole('listitem')).toContainText(['carla', 'bruno'])
})

test('A like that is still in flight appears in the open list of likes once it arrives', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Chi mi ama?')
  await bruno.callOk('likePost', { post_id: id })
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const release = await holdCall(page, 'likePost')
  const card = cardWithText(page, 'Chi mi ama?')
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await card.getByRole('link', { name: /^2 Mi piace/ }).click()
  await expect(page.getByRole('listitem')).toContainText(['bruno'])
  release()
  await expect(page.getByRole('listitem')).toContainText(['anna', 'bruno'])
})

test('A signed-out visitor can read the list of likes, also an empty one', async ({
  createApiUser,
  visitor: { page },
}) => {
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Pubblico')
  await page.goto(`/likes/${id}`)
  await expect(page.getByText('Ancora nessun Mi Piace')).toBeVisible()
  await expectAccessible(page)
  await bruno.callOk('likePost', { post_id: id })
  await page.reload()
  await expect(page.getByRole('listitem')).toContainText(['bruno'])
})

test('The owner deletes a post after confirming; a stranger cannot', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const image = await photoUrl()
  const { image_url } = await publishPost(anna, 'Da cancellare', { image })
  await publishPost(await createApiUser('bruno'), 'Non è mio')
  const { page } = anna
  expect((await anna.context.request.get(image_url!)).status()).toBe(200)
  await page.goto('/feed')
  await expect(cardWithText(page, 'Non è mio')).toBeVisible()
  await cardWithText(page, 'Non è mio').getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Elimina post' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Chiudi' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const card = cardWithText(page, 'Da cancellare')
  const question = page.getByRole('alertdialog', { name: 'Elimina post' })
  for (const answer of ['Annulla', 'Elimina']) {
    await card.getByRole('button', { name: 'Opzioni del post' }).click()
    await page.getByRole('button', { name: 'Elimina post' }).click()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: answer, exact: true }).click()
    await expect(question).toHaveCount(0)
    await expect(card).toHaveCount(answer === 'Annulla' ? 1 : 0)
  }
  await expect(page.getByText('Post eliminato')).toBeVisible()
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(cardWithText(page, 'Non è mio')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect.poll(async () => (await anna.context.request.get(image_url!)).status()).toBe(404)
})

test('The page for a new post is accessible', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/new-spot')
  await gallery(page).setInputFiles(await photoFile())
  await expect(preview(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Informazioni su visibilità e posizione' }).click()
  await expect(page.getByRole('dialog', { name: 'Chi vede che cosa' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ho capito' }).click()
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await expect(page.getByRole('dialog', { name: 'Dove sei?' }).getByRole('listitem')).toHaveCount(20)
  await expectAccessible(page)
})

test('Links and mentions are live in posts, comments and bios, and anything else is not', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await createApiUser('carla')
  await bruno.callOk('updateProfile', { bio: 'Scrivo su www.esempio.it' })
  const text = 'Con @Carla, mario@esempio.it e javascript:alert(1): https://esempio.it/una/pagina?a=1.'
  const { id } = await publishPost(bruno, text)
  await bruno.callOk('addComment', { post_id: id, text: 'E @nessuno?' })
  const { page, context } = await createBrowserUser('anna')
  await page.goto('/feed')
  const card = page.getByRole('article').filter({ hasText: 'javascript:alert(1)' })
  const link = card.getByRole('link', { name: 'esempio.it/una/pagina?a=1', exact: true })
  await expect(link).toHaveAttribute('href', 'https://esempio.it/una/pagina?a=1')
  await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc')
  await expect(card.getByRole('link', { name: /mario|javascript/ })).toHaveCount(0)
  await expectAccessible(page)
  await context.route('https://esempio.it/**', (route) =>
    route.fulfill({ body: JSON.stringify(route.request().headers()), contentType: 'text/plain' }),
  )
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(opened.locator('body')).toContainText('user-agent')
  await expect(opened.locator('body')).not.toContainText('referer')
  await opened.close()

  await card.getByRole('link', { name: '@Carla' }).click()
  await expect(page).toHaveURL(/\/profile\/\d+$/)
  await expect(page.getByRole('heading', { name: 'carla' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
  await page.goto(`/post/${id}`)
  await page.getByRole('link', { name: '@nessuno' }).click()
  await expect(page.getByText('Profilo non disponibile')).toBeVisible()
  await page.goto(`/profile/${bruno.user.id}`)
  await expect(page.getByRole('link', { name: 'esempio.it', exact: true })).toHaveAttribute(
    'href',
    'https://www.esempio.it/',
  )
})

test('After "@" names are completed, in a post from the keyboard and in a comment with a finger', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await createApiUser('bianca')
  const bruno = await createApiUser('bruno')
  await createApiUser('brunilde')
  await anna.callOk('requestFollow', { followed_id: bruno.user.id })
  await page.goto('/new-spot')
  const field = page.getByLabel('Testo del post')
  await field.pressSequentially('Con @b')
  const people = page.getByRole('listbox', { name: 'Persone da menzionare' })
  await expect(people.getByRole('option')).toHaveText([/bruno/, /./, /./])
  await expect(people.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  expect((await people.getByRole('option').first().boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await field.press('Escape')
  await expect(people).toHaveCount(0)
  await field.pressSequentially('r')
  await expect(people.getByRole('option')).toHaveText([/bruno/, /brunilde/])
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue('Con @brunilde ')
  await field.pressSequentially('al mare')
  await expect(people).toHaveCount(0)

  const { id } = await publishPost(bruno, 'Chi viene?')
  await page.goto(`/post/${id}`)
  const comment = page.getByPlaceholder('Scrivi un commento...')
  await comment.pressSequentially('Io e @bia')
  await people.getByRole('option', { name: 'bianca' }).tap()
  await expect(comment).toHaveValue('Io e @bianca ')
  await expect(comment).toBeFocused()
  await page.getByRole('button', { name: 'Invia il commento' }).click()
  await expect(page.getByRole('link', { name: '@bianca' })).toBeVisible()
})

test('One describes the photos of a post afterwards; open pages of others read it', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createBrowserUser('bruno')
  const { id } = await publishPost(anna, '', { image: await photoUrl() })
  await bruno.page.goto('/feed')
  await expectLoaded(bruno.page.getByRole('img', { name: 'Foto di anna a Piazza del Duomo' }))
  await anna.page.goto('/feed')
  const card = anna.page.locator(`[data-post="${id}"]`)
  await card.getByRole('button', { name: 'Opzioni del post' }).click()
  await anna.page.getByRole('button', { name: 'Modifica post' }).click()
  const dialog = anna.page.getByRole('dialog', { name: 'Modifica post' })
  await dialog.getByLabel('Descrizione della foto').fill('La piazza con la neve')
  await expectAccessible(anna.page)
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('img', { name: 'La piazza con la neve' })).toBeVisible()
  await expect(card.getByText('modificato', { exact: true })).toBeVisible()
  await expect(bruno.page.getByRole('img', { name: 'La piazza con la neve' })).toBeVisible()
})

test('One edits a post from its menu; open pages of others show it, and that it was edited', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createBrowserUser('bruno')
  const { id } = await publishPost(anna, 'Una svista in piaza')
  await bruno.page.goto('/feed')
  await expect(cardWithText(bruno.page, 'Una svista in piaza')).toBeVisible()
  await anna.page.goto('/feed')
  const card = anna.page.locator(`[data-post="${id}"]`)
  const openDialog = async () => {
    await card.getByRole('button', { name: 'Opzioni del post' }).click()
    await anna.page.getByRole('button', { name: 'Modifica post' }).click()
  }
  await openDialog()
  const dialog = anna.page.getByRole('dialog', { name: 'Modifica post' })
  const save = dialog.getByRole('button', { name: 'Salva' })
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Testo del post').fill('')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Testo del post').fill('Una svista in #piazza')
  await expectAccessible(anna.page)
  const restore = await failCall(anna.page, 'editPost')
  await save.click()
  await expect(
    dialog
      .getByRole('alert')
      .or(dialog.getByText(/riprova/i))
      .first(),
  ).toBeVisible()
  await restore()
  await save.click()
  await expect(anna.page.getByText('Post modificato')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText('modificato', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: '#piazza' })).toBeVisible()
  await expectAccessible(anna.page)
  const shown = bruno.page.locator(`[data-post="${id}"]`)
  await expect(shown.getByRole('link', { name: '#piazza' })).toBeVisible()
  await expect(shown.getByText('modificato', { exact: true })).toBeVisible()

  await openDialog()
  await dialog.getByRole('radio', { name: 'Solo follower' }).check()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await openDialog()
  await expect(dialog.getByRole('radio', { name: 'Pubblico' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Solo follower' }).check()
  await save.click()
  await expect(card.getByText('Solo per i follower')).toBeAttached()
  await bruno.page.goto(`/post/${id}`)
  await expect(bruno.page.getByText('Post non disponibile')).toBeVisible()
})
