import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Story } from '#contract/stories.ts'
import { failCall } from './support/network.ts'
import { expectLoaded } from './support/layout.ts'
import { photoFile } from './support/photo-file.ts'
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
  anna,
  createBrowserUser,
}) => {
  await publishPost(anna, 'Sono in piazza')
  await anna.page.goto('/feed')
  await row(anna.page).getByRole('link', { name: 'Aggiungi una storia' }).click()
  await expect(anna.page.getByRole('radio', { name: 'Storia' })).toBeChecked()
  await expect(anna.page.getByLabel('Testo del post')).toHaveCount(0)
  await anna.page.getByRole('button', { name: 'Pubblica la storia' }).click()
  await expect(anna.page.getByRole('alert')).toHaveText('Scegli una foto o un video per la storia.')
  await anna.page.getByLabel('Galleria').setInputFiles(await photoFile())
  await anna.page.getByLabel('Didascalia').fill('Piccioni in posa')
  await choosePlace(anna.page, /^Piazza del Duomo/)
  await expectAccessible(anna.page)
  await anna.page.getByLabel('Descrizione della foto').fill('Tre piccioni')
  await anna.page.getByRole('button', { name: 'Pubblica la storia' }).click()
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
  await expectLoaded(page.getByRole('img', { name: 'Tre piccioni' }))
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Piazza del Duomo' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Piccioni in posa')).toBeVisible()
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
})

test('Bruno answers a story of anna, which waits meanwhile; she reads which one, as a request of a stranger', async ({
  anna,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  await publishStory(anna)
  const { page } = bruno
  await page.goto(`/profile/${anna.user.id}`)
  await page.getByRole('button', { name: 'Storie di anna, da vedere' }).click()
  const field = viewer(page, 'anna').getByRole('textbox', { name: 'Rispondi a anna' })
  await field.click()
  // Arrow keys and the space bar write, they do not lead on.
  await field.pressSequentially('Che bei colori')
  await expect(field).toHaveValue('Che bei colori')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(page.getByText('Risposta inviata')).toBeVisible()
  await expect
    .poll(async () => (await anna.callOk('getMessages', { other_id: bruno.user.id })).messages[0]?.text)
    .toMatch(/^Che bei colori\n\n↩ Storia delle \d{2}:\d{2}$/)
  const { conversations } = await anna.callOk('getConversations', { folder: 'requests' })
  expect(conversations.map(({ user }) => user.username)).toEqual(['bruno'])
})

test('Who may not write to anna reads so in place of the field under her story', async ({
  anna,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  const { settings } = await anna.callOk('getUserSettings', {})
  await anna.callOk('updateUserSettings', { ...settings, chat_from: 'nobody' })
  await publishStory(anna)
  const { page } = bruno
  await page.goto(`/profile/${anna.user.id}`)
  await page.getByRole('button', { name: 'Storie di anna, da vedere' }).click()
  await viewer(page, 'anna').getByRole('textbox', { name: 'Rispondi a anna' }).click()
  await expect(page.getByText('Non puoi scrivere a anna: sceglie da chi ricevere messaggi.')).toBeVisible()
})

test('The owner sees a like within three seconds, in count and panel, and then deletes the story', async ({
  anna,
  page,
  bruno,
}) => {
  await follow(bruno, anna)
  const { id: story_id } = await publishStory(anna)
  await page.clock.install()
  await page.goto('/feed')
  await rowButton(page, 'Guarda la tua storia').click()
  await pause(page)
  await page.getByRole('button', { name: '0 Mi piace: vedi di chi' }).click()
  const panel = page.getByRole('dialog', { name: 'Likes' })
  await expect(panel).toContainText('Nessun like per questa storia')
  await bruno.callOk('likeStory', { story_id, action: 'like' })
  await page.clock.fastForward(3000)
  await expect(panel.getByRole('listitem')).toContainText(['bruno'])
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Chiudi' }).click()
  await expect(page.getByRole('button', { name: '1 Mi piace: vedi di chi' })).toBeVisible()
  await page.getByRole('button', { name: 'Elimina storia' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row(page).getByRole('link', { name: 'Aggiungi una storia' })).toBeVisible()
  await expect(rowButton(page, 'Guarda la tua storia')).toHaveCount(0)
})

test('A finger goes on, goes back, pauses, and swipes to the next person or away', async ({
  carla,
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createApiUser('anna')
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
    '0 Mi piace: vedi di chi',
    'Mi piace',
  ])
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Mi piace', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(position(page, 'Storia 2 di 2 di anna')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowButton(page, /anna/)).toBeFocused()
})

test('A story is reported from its options; blocking its author takes the ring away', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const pia = await createApiUser('pia')
  const bruno = await createBrowserUser('bruno')
  await follow(bruno, pia)
  await publishStory(pia)
  const { page } = bruno
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/feed')
  await rowButton(page, /pia/).click()
  await pause(page)
  await page.getByRole('button', { name: 'Opzioni della storia' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Segnala' }).click()
  const report = page.getByRole('dialog', { name: 'Segnala la storia' })
  await report.getByLabel('Spam o pubblicità').check()
  await report.getByRole('button', { name: 'Invia' }).click()
  await expect(report).toHaveCount(0)
  await page.getByRole('button', { name: 'Opzioni della storia' }).click()
  await page.getByRole('button', { name: 'Blocca utente' }).click()
  await page.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowButton(page, /pia/)).toHaveCount(0)
})

test('Stories that fail to load can be retried above a page that stays where it is', async ({
  anna,
  page,
  createApiUser,
}) => {
  const neighbours = await createNeighbours(createApiUser)
  await publishPosts(neighbours, 8)
  const author = neighbours[2]!
  await publishStory(author)
  await follow(anna, author)
  await page.goto('/feed')
  const ring = cardWithText(page, 'Post 2').getByRole('button', { name: /^Storie di / })
  await ring.scrollIntoViewIfNeeded()
  const scrollYBefore = await page.evaluate(() => window.scrollY)
  expect(scrollYBefore).toBeGreaterThan(300)
  const restore = await failCall(page, 'getUserStories')
  await ring.click()
  await expect(page.getByRole('alert')).toContainText('Errore di rete')
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(viewer(page, author.user.username)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollYBefore)
})

test('The author of a story sees who has seen and liked it; Back closes each list first, and from a person leads back', async ({
  anna,
  page,
  bruno,
  carla,
}) => {
  const { id: story_id } = await publishStory(anna)
  for (const reader of [bruno, carla]) await reader.callOk('markStoryViewed', { story_id })
  await carla.callOk('likeStory', { story_id, action: 'like' })
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

  const likes = page.getByRole('dialog', { name: 'Likes' })
  await page.getByRole('button', { name: /vedi di chi/ }).click()
  await likes.getByRole('link', { name: 'carla' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${carla.user.id}$`))
  await page.goBack()
  await expect(viewer(page, 'anna')).toBeVisible()
  await expect(likes).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/feed$/)
})
