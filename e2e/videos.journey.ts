import { filmVideo } from '#server/testing/fixtures/ffmpeg.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotion } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { cardWithText, waitUntilPublished } from './support/posts.ts'
import { recordVideo } from './support/video-file.ts'

test.beforeEach(() => test.slow())

test('Anna films, cuts and publishes; Bruno sees the cover, plays it with and without sound, and has controls on its page', async ({
  page,
  createBrowserUser,
}, testInfo) => {
  const file = await filmVideo(testInfo.outputPath(), { name: 'ripresa.mp4', size: '640x360' })
  await page.goto('/new-spot')
  await page.locator('input[accept="image/*,video/*"]').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Il tuo video' })
  await dialog.getByRole('slider', { name: 'Inizio' }).fill('0.5')
  await dialog.getByRole('slider', { name: 'Copertina' }).fill('1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Usa il video' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Anteprima del video' })).toBeVisible()
  await page.getByRole('textbox').first().fill('Guardate come corre')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await page
    .getByRole('dialog', { name: 'Dove sei?' })
    .getByRole('button', { name: /^Piazza del Duomo/ })
    .click()
  const uploaded = page.waitForResponse((reply) => reply.url().includes('upload_video'))
  await page.getByRole('button', { name: 'Pubblica' }).click()
  expect((await uploaded).status()).toBe(200)

  const bruno = await createBrowserUser('bruno')
  await bruno.page.goto('/feed')
  const card = cardWithText(bruno.page, 'Guardate come corre')
  const video = card.locator('video')
  const state = () => video.evaluate(({ paused, muted }: HTMLVideoElement) => ({ paused, muted }))
  // The journeys want no motion: it waits.
  await expect(card.getByRole('button', { name: 'Guarda il video' })).toBeVisible()
  expect(await state()).toEqual({ paused: true, muted: true })
  await expectNoHorizontalScroll(bruno.page)
  await expectAccessible(bruno.page)
  await card.getByRole('button', { name: 'Guarda il video' }).click()
  await expect.poll(state).toEqual({ paused: false, muted: true })
  await video.click()
  await expect.poll(state).toEqual({ paused: false, muted: false })
  await expect(card.getByRole('button', { name: 'Togli l’audio' })).toBeVisible()
  await video.dblclick()
  await expect(card.getByRole('button', { name: /^Mi piace/ })).toHaveAttribute('aria-pressed', 'true')
  expect(await state()).toEqual({ paused: false, muted: false })

  await card.getByRole('link', { name: /adesso|min/ }).click()
  await expect(bruno.page).toHaveURL(/\/post\/\d+$/)
  await expect(video).toHaveAttribute('controls', '')
  await expect.poll(() => video.evaluate(({ duration }: HTMLVideoElement) => Math.round(duration * 2))).toBe(3)
  await expectAccessible(bruno.page)
})

test.describe('A story', () => {
  test.use(withMotion)

  test('of Anna is a video without sound, which Bruno stops and plays on, and whose end leads away', async ({
    page,
    anna,
    createBrowserUser,
  }) => {
    await page.goto('/new-spot?story')
    await page.locator('input[accept="image/*,video/*"]').setInputFiles(await recordVideo(page))
    const cutting = page.getByRole('dialog', { name: 'Il tuo video' })
    await expect(cutting.getByText('su 0:30')).toBeVisible()
    await cutting.getByRole('button', { name: 'Usa il video' }).click()
    await expect(cutting).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Anteprima del video' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ritaglia la foto' })).toHaveCount(0)
    await page.getByLabel('Descrizione del video').fill('Un quadrato rosso corre')
    await page.getByLabel('Didascalia').fill('Di fretta')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pubblica la storia' }).click()
    await waitUntilPublished(page)

    const bruno = await createBrowserUser('bruno')
    // It does not end while a slow machine looks at it.
    await bruno.page.addInitScript(() => {
      const slowDown = ({ target }: Event) => target instanceof HTMLVideoElement && (target.playbackRate = 0.1)
      document.addEventListener('play', slowDown, { capture: true, once: true })
    })
    await bruno.page.goto(`/profile/${anna.user.id}`)
    await bruno.page.getByRole('button', { name: 'Storie di anna, da vedere' }).click()
    const viewer = bruno.page.getByRole('dialog', { name: 'Storie di anna' })
    const video = viewer.getByLabel('Un quadrato rosso corre', { exact: true })
    const state = () => video.evaluate(({ paused, muted }: HTMLVideoElement) => ({ paused, muted }))
    await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime > 0)).toBe(true)
    await bruno.page.keyboard.press('Space')
    await expect.poll(state).toEqual({ paused: true, muted: true })
    await expect(viewer.getByText('Di fretta')).toBeVisible()
    await expectAccessible(bruno.page)
    await expect(viewer.getByRole('button', { name: 'Attiva l’audio' })).toHaveCount(0)
    await viewer.getByRole('button', { name: 'Guarda il video' }).click()
    await expect.poll(state).toEqual({ paused: false, muted: true })
    await video.evaluate((element: HTMLVideoElement) => (element.playbackRate = 1))
    await expect(viewer).toHaveCount(0)
    await expect(bruno.page.getByRole('button', { name: 'Storie di anna, già viste' })).toBeVisible()
  })
})

test('What is no video is refused with a sentence', async ({ page }) => {
  await page.goto('/new-spot')
  const chooser = page.locator('input[accept="image/*,video/*"]')
  await chooser.setInputFiles({ name: 'finto.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') })
  const dialog = page.getByRole('dialog', { name: 'Il tuo video' })
  await expect(dialog.getByText(/^Questo browser non può aprire il video\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
