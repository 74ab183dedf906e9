import type { Locator, Page } from '@playwright/test'
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
const chosenPhotos = (page: Page) => page.getByRole('button', { name: /^Descrivi.*la foto/ })
const photoDialog = (page: Page) => page.getByRole('dialog', { name: /^Foto/ })

/** Opens the dialog of a chosen photo, does something there, and closes it. */
async function changePhoto(page: Page, number: number, change: (dialog: Locator) => Promise<void>) {
  await chosenPhotos(page)
    .nth(number - 1)
    .click()
  await change(photoDialog(page))
  await photoDialog(page).getByRole('button', { name: 'Fatto' }).click()
  await expect(photoDialog(page)).toHaveCount(0)
}
const describePhoto = (page: Page, number: number, alt: string) =>
  changePhoto(page, number, (dialog) => dialog.getByLabel('Descrizione della foto').fill(alt))

const preview = (page: Page) => page.getByRole('img', { name: 'Anteprima dell’immagine' })
const publishButton = (page: Page) => page.getByRole('button', { name: 'Pubblica', exact: true })

async function writePost({ page }: BrowserUser, text: string): Promise<void> {
  await page.goto('/new-spot')
  await page.getByLabel('Testo del post').fill(text)
  await choosePlace(page, /^Piazza del Duomo/)
}

test('A photo leaves the browser without position or camera data, and shows in the feed @core', async ({
  anna,
  page,
}) => {
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
    'looks_for_someone',
    'privacy',
    'text',
    'user_id',
  ])
  await expect(card).toContainText(/Piazza del Duomo · \d+ m/)

  await page.getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page.getByLabel('Testo del post')).toHaveValue('')
  await expect(preview(page)).toHaveCount(0)
})

test('The page for a new post says what is missing or unreadable, and keeps what publishes in reach', async ({
  page,
}) => {
  await page.goto('/new-spot')
  await publishButton(page).click()
  const hints = page.getByRole('alert')
  await expect(hints).toHaveText(['Inserisci un testo prima di pubblicare.', 'Seleziona un luogo.'])
  await expect(page.getByLabel('Testo del post')).toHaveAccessibleDescription('Inserisci un testo prima di pubblicare.')
  await expectAccessible(page)
  await page.getByLabel('Testo del post').fill('Senza foto')
  await choosePlace(page, /^Piazza del Duomo/)
  await expect(hints).toHaveCount(0)
  await gallery(page).setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('non una foto') })
  await expect(hints).toContainText('Non riusciamo a leggere questa immagine')
  await gallery(page).setInputFiles(await photoFile())
  await expect(preview(page)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 568 })
  await page.getByText('Un post pubblico lo vede chiunque').scrollIntoViewIfNeeded()
  await expect(publishButton(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('A person who cannot see a photo reads its description', async ({ anna, page }) => {
  const alt = 'La piazza vuota all’alba, con un piccione al centro'
  await writePost(anna, 'Nessuno in giro')
  await gallery(page).setInputFiles(await photoFile())
  await describePhoto(page, 1, alt)
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
})

test('Several photos are put in order, described and published, and one goes through them', async ({ anna, page }) => {
  await writePost(anna, 'Tre momenti')
  const files = await Promise.all([800, 900, 1000].map((width) => photoFile(`${width}.jpg`, width)))
  await gallery(page).setInputFiles(files)
  await expect(chosenPhotos(page)).toHaveCount(3)
  await describePhoto(page, 1, 'Mattina')
  await changePhoto(page, 3, async (dialog) => {
    await dialog.getByLabel('Descrizione della foto').fill('Sera')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Sposta prima' }).click()
    await dialog.getByRole('button', { name: 'Sposta prima' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Sposta prima' })).toBeDisabled()
  })
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
  anna,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await writePost(anna, 'Ritagliate')
  await gallery(page).setInputFiles([await photoFile('a.jpg', 800), await photoFile('b.jpg', 900)])
  await expect(chosenPhotos(page)).toHaveCount(2)
  await describePhoto(page, 1, 'Prima')
  // Its dialog hides it.
  const first = page.getByRole('img', { name: 'Anteprima della foto 1 di 2', includeHidden: true })
  const from = (await first.boundingBox())!
  const to = (await page.getByRole('img', { name: 'Anteprima della foto 2 di 2' }).boundingBox())!
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 40)
  await page.mouse.move(to.x + 50, to.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect(chosenPhotos(page).nth(1)).toContainText('ALT')

  const cropButton = page.getByRole('button', { name: 'Ritaglia la foto' })
  const dialog = page.getByRole('dialog', { name: 'Ritaglia la foto' })
  const sourceOf = () => first.getAttribute('src')
  const whole = await sourceOf()
  // The click that ends a drag is not one on what lies there: for 50 ms dnd-kit drops every click.
  await expect(async () => {
    await chosenPhotos(page).first().click()
    await expect(cropButton).toBeVisible({ timeout: 2000 })
  }).toPass()
  await cropButton.click()
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
  await dialog.getByRole('radio', { name: 'Originale' }).check()
  await dialog.getByRole('button', { name: 'Applica' }).click()
  await expect.poll(sourceOf).toBe(whole)
  await cropButton.click()
  await dialog.getByRole('radio', { name: '16:9' }).check()
  await dialog.getByRole('button', { name: 'Applica' }).click()
  await expect.poll(ratioOf).toBeCloseTo(16 / 9, 1)
  await photoDialog(page).getByRole('button', { name: 'Fatto' }).click()
  const uploads = collectRequests(page, 'uploadPicture')
  await publishButton(page).click()
  await waitUntilPublished(page)
  const sent = uploads.map((request) => request.postDataJSON() as Input<'uploadPicture'>)
  expect(sent.map(({ image_alt }) => image_alt)).toEqual(['', 'Prima'])
  const { width, height, exif } = await sharp(decodeDataUrl(sent[0]!.image)).metadata()
  expect(width / height).toBeCloseTo(16 / 9, 1)
  expect(exif).toBeUndefined()
})

/** An unpublished post in the list above the feed. */
const publication = (page: Page, text: string) =>
  page.getByRole('list', { name: 'In pubblicazione' }).getByRole('listitem').filter({ hasText: text })

test('A post waits for photos that are still being prepared; while it is published its author reads on, and Back leads back', async ({
  page,
}) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Nuovo post' }).first().click()
  await page.getByLabel('Testo del post').fill('Un attimo')
  await choosePlace(page, /^Piazza del Duomo/)
  const release = await holdCall(page, 'createSpot')
  await gallery(page).setInputFiles([await photoFile('a.jpg', 8000), await photoFile('b.jpg', 800)])
  await publishButton(page).click()
  await expect(page).toHaveURL(/\/feed$/)
  const card = publication(page, 'Un attimo')
  await expect(card.getByRole('progressbar', { name: 'Foto caricate' })).toHaveJSProperty('value', 2)
  await expectAccessible(page)
  release()
  await waitUntilPublished(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)
})

test('Without a network a post waits, also over a reload, and is published once when the network is back @core', async ({
  anna,
  page,
}) => {
  await writePost(anna, 'Non mi perdo')
  await page.getByRole('radio', { name: 'Solo follower' }).check()
  await gallery(page).setInputFiles([await photoFile('a.jpg', 900), await photoFile('b.jpg', 800)])
  await expect(chosenPhotos(page)).toHaveCount(2)
  await describePhoto(page, 1, 'Il Duomo')
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
  await expect(card).toContainText('Errore di rete, riprova più tardi.')
  await expect(card).toContainText('Solo per i follower')
  await expect(card.getByRole('img', { name: 'Il Duomo' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([])
  await page.reload()
  await expect(card).toContainText('Errore di rete, riprova più tardi.')
  await expectAccessible(page)
  await page.unroute(isCreation)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(cardWithText(page, 'Non mi perdo').getByRole('img', { name: 'Il Duomo' })).toBeVisible()
  await expect(card).toHaveCount(0)
  expect((await anna.callOk('getFeed', {})).posts).toHaveLength(1)
  expect(uploads).toHaveLength(2)
})

test('A post refused by the server says why on its card, and is corrected with all that was in it', async ({
  anna,
  page,
}) => {
  const text = 'In un posto che non c’è più'
  await writePost(anna, text)
  await page.getByRole('radio', { name: 'Solo follower' }).check()
  await gallery(page).setInputFiles(await photoFile())
  await describePhoto(page, 1, 'Le onde')
  const error = 'Il luogo scelto non esiste più.'
  await page.route(isCall('createSpot'), (route) => route.fulfill({ status: 404, json: { success: false, error } }), {
    times: 1,
  })
  await publishButton(page).click()
  const card = publication(page, text)
  await expect(card.getByRole('alert')).toHaveText(`Errore: ${error}`)
  await expectAccessible(page)
  await page.reload()
  await card.getByRole('link', { name: 'Modifica' }).click()
  await expect(page.getByLabel('Testo del post')).toHaveValue(text)
  await changePhoto(page, 1, (dialog) => expect(dialog.getByLabel('Descrizione della foto')).toHaveValue('Le onde'))
  await expect(preview(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Solo follower' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Luogo: Piazza del Duomo. Cambia' })).toBeVisible()
  await publishButton(page).click()
  await waitUntilPublished(page)
  await expect(cardWithText(page, text).getByRole('img', { name: 'Le onde' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('A like that fails is reverted with a message @core', async ({ page, bruno }) => {
  await publishPost(bruno, 'Ti piaccio?')
  await page.goto('/feed')
  const card = cardWithText(page, 'Ti piaccio?')
  const heart = card.getByRole('button', { name: 'Mi piace' })
  await failCall(page, 'likePost')
  await heart.click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(card.getByRole('link', { name: /Mi piace/ })).toHaveCount(0)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('The owner deletes a post on its page after confirming, and is led back', async ({ anna, page }) => {
  await publishPost(anna, 'Da cancellare')
  await publishPost(anna, 'Da tenere')
  await page.goto('/feed')
  const card = cardWithText(page, 'Da cancellare')
  const question = page.getByRole('alertdialog', { name: 'Elimina post' })
  await card.getByText('Da cancellare').click()
  await expect(page.getByRole('heading', { name: 'Commenti' }).last()).toBeVisible()
  for (const answer of ['Annulla', 'Elimina']) {
    await card.getByRole('button', { name: 'Opzioni del post' }).click()
    await expect(page.getByRole('button', { name: 'Modifica post' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Segnala' })).toHaveCount(0)
    if (answer === 'Annulla') await expectAccessible(page)
    await page.getByRole('button', { name: 'Elimina post' }).click()
    await question.getByRole('button', { name: answer, exact: true }).click()
    await expect(question).toHaveCount(0)
    await expect(card).toHaveCount(answer === 'Annulla' ? 1 : 0)
  }
  await expect(page).toHaveURL(/\/feed$/)
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(cardWithText(page, 'Da tenere')).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('A link in a post opens without saying where from, and a mention leads to the person', async ({
  anna: { page, context },
  bruno,
  createApiUser,
}) => {
  await createApiUser('carla')
  await publishPost(bruno, 'Con @Carla e @nessuno, javascript:alert(1): https://esempio.it/una/pagina?a=1.')
  await page.goto('/feed')
  const card = page.getByRole('article').filter({ hasText: 'javascript:alert(1)' })
  const link = card.getByRole('link', { name: 'esempio.it/una/pagina?a=1', exact: true })
  await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc')
  await expect(card.getByRole('link', { name: /javascript/ })).toHaveCount(0)
  await context.route('https://esempio.it/**', (route) =>
    route.fulfill({ body: JSON.stringify(route.request().headers()), contentType: 'text/plain' }),
  )
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(opened.locator('body')).toContainText('user-agent')
  await expect(opened.locator('body')).not.toContainText('referer')
  await opened.close()

  await card.getByRole('link', { name: '@Carla' }).click()
  await expect(page.getByRole('heading', { name: 'carla' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
  await card.getByRole('link', { name: '@nessuno' }).click()
  await expect(page.getByText('Profilo non disponibile')).toBeVisible()
})

test('After "@" names are completed, in a post from the keyboard and in a comment with a finger', async ({
  anna,
  page,
  bruno,
  createApiUser,
}) => {
  await createApiUser('bianca')
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

  const { id } = await publishPost(bruno, 'Chi viene?')
  await page.goto(`/post/${id}`)
  const comment = page.getByPlaceholder('Scrivi un commento...')
  await comment.pressSequentially('Io e @bia')
  await people.getByRole('option', { name: 'bianca' }).tap()
  await expect(comment).toHaveValue('Io e @bianca ')
  await expect(comment).toBeFocused()
})

test('One edits a post and describes its photo from its menu; open pages of others show it, and that it was edited', async ({
  anna,
  page,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  const { id } = await publishPost(anna, 'Una svista in piaza', { image: await photoUrl() })
  await bruno.page.goto('/feed')
  await expect(cardWithText(bruno.page, 'Una svista in piaza')).toBeVisible()
  await page.goto('/feed')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Opzioni del post' }).click()
    await page.getByRole('button', { name: 'Modifica post' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Modifica post' })
  const save = dialog.getByRole('button', { name: 'Salva' })
  await openDialog()
  await dialog.getByLabel('Testo del post').fill('')
  await expect(save).toBeDisabled()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await openDialog()
  await expect(dialog.getByLabel('Testo del post')).toHaveValue('Una svista in piaza')
  await dialog.getByLabel('Testo del post').fill('Una svista in #piazza')
  await dialog.getByLabel('Descrizione della foto').fill('La piazza con la neve')
  await expectAccessible(page)
  const restore = await failCall(page, 'editPost')
  await save.click()
  await expect(dialog.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await restore()
  await save.click()
  await expect(dialog).toHaveCount(0)
  for (const reader of [page, bruno.page]) {
    const card = reader.locator(`[data-post="${id}"]`)
    await expect(card.getByText('modificato', { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: '#piazza' })).toBeVisible()
    await expect(card.getByRole('img', { name: 'La piazza con la neve' })).toBeVisible()
    await expectAccessible(reader)
  }
})
