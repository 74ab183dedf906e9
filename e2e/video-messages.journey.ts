import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { failCall } from './support/network.ts'
import { recordVideo } from './support/video-file.ts'

test.beforeEach(() => test.slow())

test('Anna sends Bruno a video, which waits for the network over a reload; he sees its cover, plays it and answers', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createBrowserUser('bruno')
  const client_id = crypto.randomUUID()
  await anna.callOk('sendMessage', { other_id: bruno.user.id, client_id, text: 'Ciao!' })
  await bruno.callOk('answerMessageRequest', { other_id: anna.user.id, action: 'accept' })
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await anna.page.getByLabel('Aggiungi foto o video').setInputFiles(await recordVideo(anna.page))
  const dialog = anna.page.getByRole('dialog', { name: 'Il tuo video' })
  await dialog.getByRole('slider', { name: 'Inizio' }).fill('0.5')
  await dialog.getByRole('button', { name: 'Usa il video' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(anna.page.getByAltText('Il video che stai per inviare')).toBeVisible()
  await anna.page.getByLabel('Descrizione del video').fill('Un quadrato che corre')
  await expectNoHorizontalScroll(anna.page)
  await expectAccessible(anna.page)

  const restore = await failCall(anna.page, 'uploadVideo')
  const attempt = anna.page.waitForRequest((request) => request.url().includes('upload_video'))
  await anna.page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(anna.page.getByAltText('Il video che stai per inviare')).toHaveCount(0)
  await attempt
  await anna.page.reload()
  const sent = anna.page.getByRole('listitem').filter({ has: anna.page.getByAltText('Un quadrato che corre') })
  await expect(sent.getByText('In attesa di partire')).toBeAttached()
  await expectAccessible(anna.page)
  await restore()
  await expect(anna.page.getByRole('button', { name: 'Un quadrato che corre: riproduci' })).toBeVisible()

  const { page } = bruno
  await page.goto('/chat')
  await page
    .getByRole('list', { name: /^Messaggi/ })
    .getByRole('link', { name: /Video/ })
    .click()
  const films: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) films.push(request.url())
  })
  const cover = page.getByRole('button', { name: 'Un quadrato che corre: riproduci' })
  await expect(cover).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  expect(films).toEqual([])
  await cover.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Video di anna' })
  const video = viewer.locator('video')
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime), { message: 'The video plays' })
    .toBeGreaterThan(0)
  expect(await video.evaluate(({ controls, muted }: HTMLVideoElement) => [controls, muted])).toEqual([true, false])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  await page.getByRole('button', { name: 'Opzioni del messaggio: Video' }).click()
  await page.getByRole('button', { name: 'Rispondi' }).click()
  await page.getByLabel('Messaggio', { exact: true }).fill('Come corre!')
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(
    anna.page.getByRole('listitem').filter({ hasText: 'Come corre!' }).getByRole('button', { name: /Video/ }),
  ).toBeVisible()
})
