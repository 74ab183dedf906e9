import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Story } from '#contract/stories.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { openFolderStore } from '#server/media/storage/folder-store.ts'
import { deleteExpiredStories } from '#server/stories/stories.actions.ts'
import { expectNothingAbovePage } from './support/navigation.ts'
import { failCall, holdCall, holdRequests, collectRequests, isCall } from './support/network.ts'
import { expectLoaded } from './support/layout.ts'
import { photoFile } from './support/photo-file.ts'
import { makePrivate } from './support/private-account.ts'
import {
  cardWithText,
  choosePlace,
  createNeighbours,
  findPlaceAt,
  publishPost,
  publishPosts,
  waitUntilPublished,
} from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type ApiUser, test, withMotion } from './support/fixtures.ts'

test.use(withMotion)

const row = (page: Page) => page.getByRole('list', { name: 'Storie', exact: true })
const rowButton = (page: Page, name: string | RegExp) => row(page).getByRole('button', { name })
const viewer = (page: Page, username: string): Locator => page.getByRole('dialog', { name: `Storie di ${username}` })
const position = (page: Page, text: string) => page.getByRole('dialog').getByText(text, { exact: true })
const pictureFilesOf = async (folder: string, { media_url }: Story) =>
  (await readdir(path.join(folder, 'media'))).filter((file) => file.startsWith(path.basename(media_url).slice(0, 24)))

let hue = 0
/** Publishes a story of one colour through the API. */
async function publishStory(author: ApiUser, placeId?: number): Promise<Story> {
  const picture = await sharp({
    create: { width: 540, height: 960, channels: 3, background: `hsl(${(hue += 47) % 360} 60% 45%)` },
  })
    .jpeg()
    .toBuffer()
  const { story } = await author.callOk('createStory', {
    image: `data:image/jpeg;base64,${picture.toString('base64')}`,
    ...(placeId && { location_id: placeId }),
  })
  return story
}
const follow = (follower: ApiUser, other: ApiUser) => follower.callOk('requestFollow', { followed_id: other.user.id })

/** Stops the timer, so that a story stays until the test goes on. */
const pause = (page: Page) => page.getByRole('button', { name: 'Metti in pausa' }).click()

test('A follower sees a new story; its ring turns from new to seen everywhere, and Back closes it @core', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Sono in piazza')
  await anna.page.goto('/feed')
  await row(anna.page).getByRole('link', { name: 'Aggiungi una storia' }).click()
  await expect(anna.page.getByRole('radio', { name: 'Storia' })).toBeChecked()
  await expect(anna.page.getByLabel('Testo del post')).toHaveCount(0)
  await anna.page.getByRole('button', { name: 'Pubblica la storia' }).click()
  await expect(anna.page.getByRole('alert')).toHaveText('Scegli una foto per la storia.')
  await anna.page.getByLabel('Galleria').setInputFiles(await photoFile())
  await anna.page.getByLabel('Didascalia').fill('Piccioni in posa')
  await choosePlace(anna.page, /^Piazza del Duomo/)
  await expectAccessible(anna.page)
  const release = await holdCall(anna.page, 'createStory')
  await anna.page.getByRole('button', { name: 'Pubblica la storia' }).click()
  await expect(anna.page).toHaveURL(/\/feed$/)
  const publication = anna.page.getByRole('list', { name: 'In pubblicazione' })
  await expect(publication).toContainText('Pubblicazione in corso...')
  await expectAccessible(anna.page)
  release()
  await waitUntilPublished(anna.page)
  await expect(rowButton(anna.page, 'Guarda la tua storia')).toBeVisible()
  await expect(
    cardWithText(anna.page, 'Sono in piazza').getByRole('button', { name: 'Storie di anna, da vedere' }),
  ).toBeVisible()

  const bruno = await createBrowserUser('bruno')
  await follow(bruno, anna)
  const { page } = bruno
  await page.goto('/feed')
  await rowButton(page, 'Storie di anna, da vedere').click()
  await expect(viewer(page, 'anna')).toBeVisible()
  await expect(position(page, 'Storia 1 di 1 di anna')).toHaveAttribute('aria-live', 'polite')
  await pause(page)
  const picture = page.getByRole('img', { name: 'Storia di anna a Piazza del Duomo' })
  await expectLoaded(picture)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Piazza del Duomo' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Piccioni in posa')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Vista da/ })).toHaveCount(0)
  await expectAccessible(page)
  await expect
    .poll(async () => (await bruno.callOk('getUserStories', { user_id: anna.user.id })).has_unread)
    .toBe(false)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
  await expect(rowButton(page, 'Storie di anna, già viste')).toBeVisible()
  const onCard = cardWithText(page, 'Sono in piazza').getByRole('button', { name: 'Storie di anna, già viste' })
  await onCard.click()
  await expect(viewer(page, 'anna')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(onCard).toBeFocused()
  await cardWithText(page, 'Sono in piazza').getByRole('link', { name: 'anna' }).click()
  await expect(page.getByRole('button', { name: 'Storie di anna, già viste' }).first()).toBeVisible()
})

test('The author of a story sees how many have seen it, and who', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  const { id: story_id } = await publishStory(anna)
  for (const name of ['bruno', 'carla']) await (await createApiUser(name)).callOk('markStoryViewed', { story_id })
  await page.goto('/feed')
  await rowButton(page, 'Guarda la tua storia').click()
  await pause(page)
  await page.getByRole('button', { name: 'Vista da 2 persone' }).click()
  const people = page.getByRole('dialog', { name: 'Chi l’ha vista' })
  await expect(people.getByRole('listitem')).toHaveText([/carla/, /bruno/])
  await expectAccessible(page)
  await page.goBack()
  await expect(people).toHaveCount(0)
  await expect(viewer(page, 'anna')).toBeVisible()
})

test('A refused story says why and is corrected with its picture; without a network it waits', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/new-spot')
  await page.getByLabel('Galleria').setInputFiles(await photoFile())
  await page.getByRole('radio', { name: 'Storia' }).click()
  await expect(page.getByRole('radio', { name: 'Storia' })).toBeChecked()
  await page.getByLabel('Descrizione della foto').fill('Il tram')
  await page.route(
    isCall('createStory'),
    (route) => route.fulfill({ status: 409, json: { success: false, error: 'Troppe storie.' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Pubblica la storia' }).click()
  const publication = page.getByRole('list', { name: 'In pubblicazione' }).getByRole('listitem')
  await expect(publication.getByRole('alert')).toHaveText('Non pubblicata. Troppe storie.')
  const restore = await failCall(page, 'createStory')
  await publication.getByRole('link', { name: 'Modifica' }).click()
  await expect(page.getByLabel('Descrizione della foto')).toHaveValue('Il tram')
  await expect(page.getByRole('radio', { name: 'Storia' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Pubblica la storia' }).click()
  await expect(publication).toContainText('La rete non risponde')
  await restore()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await waitUntilPublished(page)
  await expect(publication).toHaveCount(0)
})

test('The owner sees a like within three seconds, in count and panel, and then deletes the story', async ({
  createBrowserUser,
  dataDir,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createBrowserUser('bruno')
  await follow(bruno, anna)
  const story = await publishStory(anna)
  await anna.page.clock.install()
  await anna.page.goto('/feed')
  await rowButton(anna.page, 'Guarda la tua storia').click()
  await pause(anna.page)
  await anna.page.getByRole('button', { name: '0 like: vedi di chi' }).click()
  const panel = anna.page.getByRole('dialog', { name: 'Likes' })
  await expect(panel).toContainText('Nessun like per questa storia')

  const { page } = bruno
  await page.goto('/feed')
  await rowButton(page, 'Storie di anna, da vedere').click()
  await pause(page)
  const heart = page.getByRole('button', { name: 'Mi piace' })
  const likes = collectRequests(page, 'likeStory')
  const release = await holdCall(page, 'likeStory')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: '1 like: vedi di chi' })).toBeVisible()
  release()
  await expect.poll(async () => (await anna.callOk('getStoryLikes', { story_id: story.id })).total_likes).toBe(1)
  expect(likes).toHaveLength(1)

  await anna.page.clock.fastForward(3000)
  await expect(panel.getByRole('listitem')).toContainText(['bruno'])
  await expect(panel.getByRole('button', { name: 'Segui bruno' })).toBeVisible()
  await expectAccessible(anna.page)
  await panel.getByRole('button', { name: 'Chiudi' }).click()
  await expect(anna.page.getByRole('button', { name: '1 like: vedi di chi' })).toBeVisible()

  const question = anna.page.getByRole('alertdialog', { name: 'Elimina Storia' })
  for (const answer of ['Annulla', 'Elimina']) {
    await anna.page.getByRole('button', { name: 'Elimina storia' }).click()
    await question.getByRole('button', { name: answer, exact: true }).click()
    await expect(question).toHaveCount(0)
    await expect(viewer(anna.page, 'anna')).toHaveCount(answer === 'Annulla' ? 1 : 0)
  }
  await expect(row(anna.page).getByRole('link', { name: 'Aggiungi una storia' })).toBeVisible()
  await expect(rowButton(anna.page, 'Guarda la tua storia')).toHaveCount(0)
  expect(await pictureFilesOf(dataDir, story)).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowButton(page, /anna/)).toHaveCount(0)
})

test('An expired story disappears from ring, row and disk', async ({
  createApiUser,
  createBrowserUser,
  db,
  dataDir,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createBrowserUser('bruno')
  await follow(bruno, anna)
  await publishPost(anna, 'Resto qui')
  const story = await publishStory(anna)
  const { page } = bruno
  await page.goto('/feed')
  await expect(rowButton(page, /anna/)).toBeVisible()
  await db.updateTable('stories').set({ expires_at: new Date() }).where('id', '=', story.id).execute()
  await deleteExpiredStories(db, createPictureStore(db, await openFolderStore(path.join(dataDir, 'media'))))
  expect(await pictureFilesOf(dataDir, story)).toEqual([])
  // The ring was drawn before the story expired; a tap finds out.
  await rowButton(page, /anna/).click()
  await expect(page.getByText('Questa storia non è più disponibile.')).toBeVisible()
  await expectNothingAbovePage(page)
  await expect(rowButton(page, /anna/)).toHaveCount(0)
  await page.reload()
  await expect(cardWithText(page, 'Resto qui')).toBeVisible()
  await expect(row(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Storie di anna/ })).toHaveCount(0)
})

test('A story is shown for five seconds, then the next one, then the next person, then the feed', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
  const carla = await createApiUser('carla')
  const bruno = await createBrowserUser('bruno')
  for (const other of [anna, carla]) await follow(bruno, other)
  const seen = await publishStory(anna)
  for (const author of [anna, anna, carla]) await publishStory(author)
  await bruno.callOk('markStoryViewed', { story_id: seen.id })
  const { page } = bruno
  await page.clock.install()
  await page.goto('/feed')
  await expect(row(page).getByRole('listitem')).toContainText(['La tua storia', 'carla', 'anna'])
  // Begins with the second of two people: carla's stories come before.
  await rowButton(page, /anna/).click()
  await expect(position(page, 'Storia 2 di 3 di anna')).toBeAttached()
  await expect(page.getByRole('dialog').locator('[aria-busy="false"]')).toBeVisible()
  await page.clock.fastForward(5000)
  await expect(position(page, 'Storia 3 di 3 di anna')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(position(page, 'Storia 1 di 3 di anna')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(position(page, 'Storia 1 di 1 di carla')).toBeAttached()
  await expect(page.getByRole('dialog').locator('[aria-busy="false"]')).toBeVisible()
  await page.clock.fastForward(5000)
  await expect(viewer(page, 'anna')).toBeVisible()
  for (let story = 1; story <= 3; story++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
})

test('The story timer waits for the picture, for a pause and for an open panel', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createBrowserUser('bruno')
  await follow(bruno, anna)
  const first = await publishStory(anna)
  await publishStory(anna)
  const { page } = bruno
  await page.clock.install()
  const release = await holdRequests(page, `**${first.media_url}`)
  await page.goto('/feed')
  await rowButton(page, /anna/).click()
  await expect(position(page, 'Storia 1 di 2 di anna')).toBeAttached()
  await page.clock.fastForward(20_000)
  await expect(position(page, 'Storia 1 di 2 di anna')).toBeAttached()
  expect((await bruno.callOk('getUserStories', { user_id: anna.user.id })).start_index).toBe(0)
  release()
  await expect(page.getByRole('dialog').locator('[aria-busy="false"]')).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni della storia' }).click()
  await page.clock.fastForward(20_000)
  await page.getByRole('button', { name: 'Segnala' }).click()
  const report = page.getByRole('dialog', { name: 'Segnala la storia' })
  await expect(report).toBeVisible()
  await page.clock.fastForward(20_000)
  await report.getByLabel('Spam o pubblicità').check()
  await report.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByText('Grazie: la segnalazione è stata inviata ai moderatori.')).toBeVisible()
  await expect(report).toHaveCount(0)
  await pause(page)
  await expect(position(page, 'Storia 1 di 2 di anna')).toBeAttached()
  await page.clock.fastForward(20_000)
  await expect(position(page, 'Storia 1 di 2 di anna')).toBeAttached()
  await page.getByRole('button', { name: 'Riprendi' }).click()
  await page.clock.fastForward(5000)
  await expect(position(page, 'Storia 2 di 2 di anna')).toBeAttached()
})

test('A finger goes on, goes back, pauses, and swipes to the next person or away', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
  const carla = await createApiUser('carla')
  const bruno = await createBrowserUser('bruno')
  for (const other of [anna, carla]) await follow(bruno, other)
  for (const author of [anna, carla, carla]) await publishStory(author)
  const { page } = bruno
  await page.clock.install()
  await page.goto('/feed')
  await rowButton(page, /carla/).tap()
  await expect(position(page, 'Storia 1 di 2 di carla')).toBeAttached()
  await page.touchscreen.tap(320, 420)
  await expect(position(page, 'Storia 2 di 2 di carla')).toBeAttached()
  await page.touchscreen.tap(40, 420)
  await expect(position(page, 'Storia 1 di 2 di carla')).toBeAttached()
  await expect(page.getByRole('dialog').locator('[aria-busy="false"]')).toBeVisible()

  const devtools = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await finger('touchStart', { x: 320, y: 420 })
  await page.clock.fastForward(300)
  await expect(page.locator('[data-held]')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(position(page, 'Storia 1 di 2 di carla')).toBeAttached()
  await finger('touchEnd')
  await expect(page.locator('[data-held]')).toHaveCount(0)
  await expect(position(page, 'Storia 1 di 2 di carla')).toBeAttached()

  const swipe = async (to: { x: number; y: number }) => {
    await finger('touchStart', { x: 200, y: 420 })
    for (let step = 1; step <= 5; step++)
      await finger('touchMove', { x: 200 + ((to.x - 200) * step) / 5, y: 420 + ((to.y - 420) * step) / 5 })
    await finger('touchEnd')
  }
  await swipe({ x: 60, y: 425 })
  await expect(position(page, 'Storia 1 di 1 di anna')).toBeAttached()
  await swipe({ x: 330, y: 425 })
  await expect(viewer(page, 'carla')).toBeVisible()
  await swipe({ x: 205, y: 640 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
})

test('Stories work with the keyboard alone, and the focus returns to the row', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createBrowserUser('bruno')
  await follow(bruno, anna)
  await publishStory(anna, await findPlaceAt(bruno))
  await publishStory(anna)
  const { page } = bruno
  await page.goto('/feed')
  await rowButton(page, /anna/).focus()
  await page.keyboard.press('Enter')
  const dialog = viewer(page, 'anna')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Riprendi' })).toBeVisible()
  const names: string[] = []
  for (let stop = 1; stop <= 8; stop++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      ),
    )
  }
  expect(names).toEqual([
    'anna',
    'Piazza del Duomo',
    'Riprendi',
    'Opzioni della storia',
    'Chiudi',
    'Storia successiva',
    '0 like: vedi di chi',
    'Mi piace',
  ])
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Mi piace' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(position(page, 'Storia 2 di 2 di anna')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowButton(page, /anna/)).toBeFocused()
})

test('A story of a private account is hidden from strangers; blocking its author hides it, too', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const pia = await createApiUser('pia')
  const bruno = await createBrowserUser('bruno')
  const carla = await createBrowserUser('carla')
  await follow(bruno, pia)
  await makePrivate(pia)
  await publishStory(pia)
  await carla.page.goto(`/profile/${pia.user.id}`)
  await expect(carla.page.getByText('Questo profilo è privato')).toBeVisible()
  await expect(carla.page.getByRole('button', { name: /^Storie di pia/ })).toHaveCount(0)

  const { page } = bruno
  await page.goto('/feed')
  await rowButton(page, /pia/).click()
  await pause(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Opzioni della storia' }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Blocca utente' }).click()
  await page.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page.getByText('Utente bloccato')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowButton(page, /pia/)).toHaveCount(0)
})

test('The story rings of a page are loaded in one request', async ({ createApiUser, createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  for (const name of ['bruno', 'carla', 'dino']) {
    const other = await createApiUser(name)
    await publishPost(other, `Ciao da ${name}`)
    await publishStory(other)
  }
  const ringRequests = collectRequests(page, 'getStoryRings')
  await page.goto('/feed')
  for (const name of ['bruno', 'carla', 'dino'])
    await expect(
      cardWithText(page, `Ciao da ${name}`).getByRole('button', { name: `Storie di ${name}, da vedere` }),
    ).toBeVisible()
  expect(ringRequests).toHaveLength(1)
  await expect(row(page).getByRole('listitem')).toHaveCount(1)
})

test('Stories that fail to load can be retried, and the page below keeps its scroll position', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await publishPosts(neighbours, 8)
  const author = neighbours[2]!
  await publishStory(author)
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  const ring = cardWithText(page, 'Post 2').getByRole('button', {
    name: new RegExp(`^Storie di ${author.user.username}`),
  })
  await ring.scrollIntoViewIfNeeded()
  const scrollYBefore = await page.evaluate(() => window.scrollY)
  expect(scrollYBefore).toBeGreaterThan(300)
  const restore = await failCall(page, 'getUserStories')
  await ring.click()
  await expect(page.getByRole('alert')).toContainText('Errore di rete')
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollYBefore)
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(viewer(page, author.user.username)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollYBefore)
})

test('Over a story, Back closes the likes first; from a person in them it leads back to the story', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
  const story = await publishStory(anna)
  const carla = await createApiUser('carla')
  await carla.callOk('likeStory', { story_id: story.id, action: 'like' })
  const bruno = await createBrowserUser('bruno')
  await follow(bruno, anna)
  const { page } = bruno
  await page.goto('/feed')
  await rowButton(page, 'Storie di anna, da vedere').click()
  await pause(page)
  const likes = page.getByRole('dialog', { name: 'Likes' })
  const openLikes = page.getByRole('button', { name: /vedi di chi/ })
  await openLikes.click()
  await expect(likes.getByRole('link', { name: 'carla' })).toBeVisible()
  await page.goBack()
  await expect(likes).toHaveCount(0)
  await expect(viewer(page, 'anna')).toBeVisible()

  await openLikes.click()
  await likes.getByRole('link', { name: 'carla' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${carla.user.id}$`))
  await page.goBack()
  await expect(viewer(page, 'anna')).toBeVisible()
  await expect(likes).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
})
