import type { Locator, Page } from '@playwright/test'
import { failCall, holdCall, collectRequests } from './support/network.ts'
import { photoFile } from './support/photo-file.ts'
import { cardWithText, publishPost, publishPosts } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type ApiUser, type BrowserUser, test } from './support/fixtures.ts'

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Navigazione principale' }).getByRole('link', { name: /^Notifiche/ })
const row = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: words })
const unreadOf = async ({ callOk }: ApiUser) => (await callOk('getNotifications', {})).unread_count

/** Once the welcome has come and has been read, there is nothing new. */
async function hasReadAll(person: ApiUser): Promise<void> {
  await expect.poll(async () => (await person.callOk('getNotifications', {})).notifications.length).toBeGreaterThan(0)
  const {
    notifications: [newest],
  } = await person.callOk('getNotifications', {})
  await person.callOk('markNotificationsRead', { up_to: newest!.position })
}

/** Opens a page, and waits until it hears what happens. */
async function listensAt({ page }: BrowserUser, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}

async function goesPrivate({ callOk }: ApiUser): Promise<void> {
  const { settings } = await callOk('getUserSettings', {})
  await callOk('updateUserSettings', { ...settings, profile_visibility: 'private' })
}

test('The number at the bell rises without a reload; the rows say who did what, lead there, and are no longer new afterwards', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const [bruno, carla] = [await createApiUser('bruno'), await createApiUser('carla')]
  const photo = await photoFile()
  const post = await publishPost(anna, 'A te che leggevi Calvino', {
    image: `data:image/jpeg;base64,${photo.buffer.toString('base64')}`,
  })
  await hasReadAll(anna)
  const { page } = anna
  await listensAt(anna, '/feed')
  await expect(bell(page)).toHaveAccessibleName('Notifiche')
  await expect(page).toHaveTitle('Feed')

  await bruno.callOk('likePost', { post_id: post.id })
  await expect(bell(page)).toHaveAccessibleName('Notifiche (1 non letta)')
  await expect(page).toHaveTitle('(1) Feed')
  await bruno.callOk('addComment', { post_id: post.id, text: 'Anche io lo leggevo' })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  await expect(bell(page)).toHaveAccessibleName('Notifiche (4 non lette)')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifiche (4 non lette)')
  await expect(page).toHaveTitle('(4) Feed')

  await bell(page).click()
  await expect(page.getByRole('heading', { name: 'Oggi' })).toBeVisible()
  for (const words of [
    'bruno ha messo Mi piace al tuo post',
    'bruno ha iniziato a seguirti',
    'bruno si riconosce in un tuo post',
  ])
    await expect(row(page, words)).toContainText('Non letta.')
  await expect(row(page, 'bruno ha commentato il tuo post')).toContainText('«Anche io lo leggevo»')
  const picture = row(page, 'bruno ha commentato il tuo post').locator('img[src*="-320.webp"]')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(bell(page)).toHaveAccessibleName('Notifiche')
  await expect(page).toHaveTitle('Notifiche')
  await expect(row(page, 'bruno ha commentato il tuo post')).toContainText('Non letta.')
  await carla.callOk('likePost', { post_id: post.id })
  await expect(row(page, 'carla e bruno hanno messo Mi piace al tuo post')).toBeVisible()
  await expect(row(page, /hanno messo Mi piace|ha messo Mi piace/)).toHaveCount(1)

  await expect.poll(() => unreadOf(anna)).toBe(0)
  await row(page, 'bruno ha commentato il tuo post').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/comments/${post.id}$`))
  await expect(page.getByRole('list', { name: 'Commenti al post' })).toContainText('Anche io lo leggevo')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(row(page, 'bruno ha commentato il tuo post')).toBeVisible()
  await expect(page.getByText('Non letta.')).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifiche')
  expect(await unreadOf(anna)).toBe(0)
  await row(page, 'bruno si riconosce').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Richieste Spotted' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('bruno')
})

test('What is read in one tab is read in the other; a session that has ended elsewhere ends here', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  await hasReadAll(anna)
  await listensAt(anna, '/search')
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect(bell(anna.page)).toHaveAccessibleName('Notifiche (1 non letta)')
  const other = await anna.context.newPage()
  await other.goto('/notifications')
  await expect(row(other, 'bruno ha iniziato a seguirti')).toBeVisible()
  await expect(bell(anna.page)).toHaveAccessibleName('Notifiche')
  await other.close()
  await anna.callOk('logout', {})
  await bruno.callOk('unfollow', { followed_id: anna.user.id })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect(anna.page).toHaveURL(/\/login$/)
})

test('A private account accepts one and declines another in the list; the profile that is open elsewhere says so by itself', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const pia = await createBrowserUser('pia')
  await publishPost(pia, 'Solo per chi conosco')
  await goesPrivate(pia)
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  await listensAt(pia, '/notifications')
  await anna.callOk('requestFollow', { followed_id: pia.user.id })
  await bruno.callOk('requestFollow', { followed_id: pia.user.id })
  await listensAt(anna, `/profile/${pia.user.id}`)
  await expect(anna.page.getByRole('button', { name: 'Richiesta inviata' })).toBeVisible()

  const release = await holdCall(pia.page, 'respondFollowRequest')
  await pia.page.getByRole('button', { name: 'Accetta anna' }).click()
  await expect(row(pia.page, 'anna ora ti segue')).toBeVisible()
  release()
  await expect(pia.page.getByText('Richiesta accettata')).toBeVisible()
  await pia.page.getByRole('button', { name: 'Rifiuta bruno' }).click()
  await expect(row(pia.page, 'bruno')).toHaveCount(0)
  await expect(pia.page.getByText('Richiesta rifiutata')).toBeVisible()

  await expect(anna.page.getByRole('button', { name: 'Segui già' })).toBeVisible()
  await expect(cardWithText(anna.page, 'Solo per chi conosco')).toBeVisible()
  await expect(bell(anna.page)).toHaveAccessibleName(/non lett/)
  expect((await bruno.callOk('getProfile', { user_id: pia.user.id })).user.follow_status).toBeNull()
})

test('The network goes and comes back: nothing that was told meanwhile is lost', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const [bruno, carla] = [await createApiUser('bruno'), await createApiUser('carla')]
  const post = await publishPost(anna, 'Resto leggibile')
  await hasReadAll(anna)
  const { page, context } = anna
  await listensAt(anna, '/feed')
  await expect(cardWithText(page, 'Resto leggibile')).toBeVisible()
  await context.setOffline(true)
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect.poll(() => unreadOf(anna)).toBe(2)
  await context.setOffline(false)
  await expect(bell(page)).toHaveAccessibleName('Notifiche (2 non lette)')
  await expect(cardWithText(page, 'Resto leggibile').getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()

  await bell(page).click()
  await expect(row(page, 'bruno ha iniziato a seguirti')).toBeVisible()
  await expect.poll(() => unreadOf(anna)).toBe(0)
  await context.setOffline(true)
  await carla.callOk('addComment', { post_id: post.id, text: 'Ci sono anche io' })
  await expect.poll(() => unreadOf(anna)).toBe(1)
  await context.setOffline(false)
  await expect(row(page, 'carla ha commentato il tuo post')).toBeVisible()
})

test('A server that is away is looked for again, and nothing is lost', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  await hasReadAll(anna)
  const { page } = anna
  const isStream = (url: URL) => url.pathname === '/api/events'
  let refused = 0
  await page.route(isStream, (route) => {
    refused++
    return route.fulfill({ status: 503, body: '{}' })
  })
  await page.goto('/search')
  await expect.poll(() => refused).toBeGreaterThan(2)
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await page.unroute(isStream)
  await expect(bell(page)).toHaveAccessibleName('Notifiche (1 non letta)')
})

test('Likes and comments of a card move while somebody reads further down, and nothing jumps', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const posts = await publishPosts(bruno, 8)
  const { page } = anna
  await listensAt(anna, '/feed')
  const card = cardWithText(page, 'Post 2')
  await card.scrollIntoViewIfNeeded()
  await expect(card).toBeInViewport()
  const [before, where] = await Promise.all([page.evaluate(() => window.scrollY), card.boundingBox()])
  expect(before).toBeGreaterThan(300)
  const { id } = posts.find(({ text }) => text === 'Post 2')!
  await bruno.callOk('likePost', { post_id: id })
  await bruno.callOk('addComment', { post_id: id, text: 'Eccomi' })
  await expect(card.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
  await expect(card.getByRole('link', { name: '1 commento' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  expect(await card.boundingBox()).toEqual(where)
})

test('A press that is under way is not overwritten by what others do', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const [bruno, carla, dora] = [await createApiUser('bruno'), await createApiUser('carla'), await createApiUser('dora')]
  const { id } = await publishPost(bruno, 'Premi qui')
  const { page } = anna
  await listensAt(anna, '/feed')
  const card = cardWithText(page, 'Premi qui')
  const release = await holdCall(page, 'likePost')
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await expect(card.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
  for (const somebody of [carla, dora]) await somebody.callOk('likePost', { post_id: id })
  await bruno.callOk('addComment', { post_id: id, text: 'E io' })
  await expect(card.getByRole('link', { name: '1 commento' })).toBeVisible()
  await expect(card.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
  release()
  await expect(card.getByRole('link', { name: /^3 Mi piace/ })).toBeVisible()
})

test('On an open comments page new comments come by themselves; who reads further down is only told so', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  for (let number = 1; number <= 15; number++)
    await bruno.callOk('addComment', { post_id: id, text: `Commento ${number}` })
  const { page } = anna
  await listensAt(anna, `/comments/${id}`)
  const comments = page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')
  await expect(comments).toHaveCount(15)
  await bruno.callOk('addComment', { post_id: id, text: 'In diretta' })
  await expect(comments.first()).toContainText('In diretta')

  await comments.last().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  const where = await comments.last().boundingBox()
  await bruno.callOk('addComment', { post_id: id, text: 'Ancora in diretta' })
  const pill = page.getByRole('button', { name: 'Nuovi commenti' })
  await expect(pill).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  expect(await comments.last().boundingBox()).toEqual(where)
  await expectAccessible(page)
  await pill.click()
  await expect(comments.first()).toContainText('Ancora in diretta')
  await expect(comments.first()).toBeInViewport()
  await expect(comments).toHaveCount(17)
  await expect(pill).toHaveCount(0)
})

test('Older notifications come on scrolling; a new one waits at the top for who reads further down', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const posts = await publishPosts(anna, 24)
  for (const { id } of posts) await bruno.callOk('likePost', { post_id: id })
  await expect.poll(async () => (await anna.callOk('getNotifications', { limit: 50 })).notifications.length).toBe(25)
  const { page } = anna
  const pages = collectRequests(page, 'getNotifications')
  await listensAt(anna, '/notifications')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(bell(page)).toHaveAccessibleName('Notifiche')
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(25)
  expect(pages).toHaveLength(2)
  const welcome = row(page, 'Ti diamo il benvenuto')
  await welcome.scrollIntoViewIfNeeded()
  const [before, where] = await Promise.all([page.evaluate(() => window.scrollY), welcome.boundingBox()])
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  const pill = page.getByRole('button', { name: 'Nuove notifiche' })
  await expect(pill).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifiche (1 non letta)')
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  expect(await welcome.boundingBox()).toEqual(where)
  await expectAccessible(page)
  await pill.click()
  await expect(rows.first()).toContainText('bruno ha iniziato a seguirti')
  await expect(rows.first()).toBeInViewport()
  await expect(bell(page)).toHaveAccessibleName('Notifiche')
})

test('A like of one’s story leads to it', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const photo = await photoFile()
  const { story } = await anna.callOk('createStory', {
    image: `data:image/jpeg;base64,${photo.buffer.toString('base64')}`,
  })
  await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
  const { page } = anna
  await page.goto('/notifications')
  await row(page, 'bruno ha messo Mi piace alla tua storia').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'bruno ha messo Mi piace alla tua storia')).toBeVisible()
})

test('Notifications that do not come are waited for, and asked for again', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  const mend = await failCall(page, 'getNotifications')
  await page.goto('/notifications')
  await expect(page.getByRole('list', { name: 'Caricamento delle notifiche' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('alert')).toContainText('Errore di rete, riprova più tardi.')
  await expectAccessible(page)
  await mend()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(row(page, 'Ti diamo il benvenuto su Dintorni!')).toBeVisible()
})

test('The notifications can be used by everybody, with long names too', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const lungo = await createApiUser('un_nome_lungo_quanto_si_puo.oh')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(anna, 'Precipitevolissimevolmente'.repeat(5))
  for (const somebody of [lungo, bruno]) {
    await somebody.callOk('likePost', { post_id: post.id })
    await somebody.callOk('addComment', { post_id: post.id, text: 'supercalifragilistichespiralidoso'.repeat(4) })
  }
  await lungo.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  await goesPrivate(anna)
  await lungo.callOk('requestFollow', { followed_id: anna.user.id })
  await expect.poll(async () => (await anna.callOk('getNotifications', {})).notifications.length).toBe(5)
  const { page } = anna
  await page.goto('/notifications')
  await expect(page.getByRole('button', { name: /^Accetta un_nome/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
})
