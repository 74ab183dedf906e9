import type { Locator, Page } from '@playwright/test'
import { failCall, holdCall, collectRequests } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { openWithLiveUpdates } from './support/live-updates.ts'
import { expectLoaded, expectNoHorizontalScroll } from './support/layout.ts'
import { notificationsLink } from './support/navigation.ts'
import { waitForNotification } from './support/notifications.ts'
import { makePrivate } from './support/private-account.ts'
import { cardWithText, createNeighbours, publishPost, publishPosts } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, type ApiUser, test } from './support/fixtures.ts'

const row = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const unreadCountOf = async ({ callOk }: ApiUser) => (await callOk('getNotifications', {})).unread_count

/** Waits for the welcome notification and marks it as read. */
async function readWelcome(person: ApiUser): Promise<void> {
  const { position } = await waitForNotification(person, 'welcome')
  await person.callOk('markNotificationsRead', { up_to: position })
}

test('The unread count rises live; the rows say who did what, link there, and are read afterwards @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  const post = await publishPost(anna, 'A te che leggevi Calvino', {
    image: await photoUrl(),
  })
  await readWelcome(anna)
  const { page } = anna
  await openWithLiveUpdates(anna.page, '/feed')
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
  // No dot while nothing is unread: only the label.
  await expect(notificationsLink(page).locator('span')).toHaveCount(1)
  await expect(page).toHaveTitle('Feed')

  await bruno.callOk('likePost', { post_id: post.id })
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (1 non letta)')
  await expect(page).toHaveTitle('(1) Feed')
  await bruno.callOk('addComment', { post_id: post.id, text: 'Anche io lo leggevo' })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (4 non lette)')
  await page.reload()
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (4 non lette)')
  await expect(page).toHaveTitle('(4) Feed')

  await notificationsLink(page).click()
  await expect(page.getByRole('heading', { name: /^(Oggi|Questa settimana)$/ }).first()).toBeVisible()
  for (const text of [
    'bruno ha messo Mi piace al tuo post',
    'bruno ha iniziato a seguirti',
    'bruno si riconosce in un tuo post',
  ])
    await expect(row(page, text)).toContainText('Non letta.')
  await expect(row(page, 'bruno ha commentato il tuo post')).toContainText('«Anche io lo leggevo»')
  const picture = row(page, 'bruno ha commentato il tuo post').locator('img[src*="-320.webp"]')
  await expectLoaded(picture)
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
  await expect(page).toHaveTitle('Notifiche')
  await expect(row(page, 'bruno ha commentato il tuo post')).toContainText('Non letta.')
  await carla.callOk('likePost', { post_id: post.id })
  await expect(row(page, 'carla e bruno hanno messo Mi piace al tuo post')).toBeVisible()
  await expect(row(page, /hanno messo Mi piace|ha messo Mi piace/)).toHaveCount(1)

  await expect.poll(() => unreadCountOf(anna)).toBe(0)
  await row(page, 'bruno ha commentato il tuo post').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/comments/${post.id}$`))
  await expect(page.getByRole('list', { name: 'Commenti al post' })).toContainText('Anche io lo leggevo')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(row(page, 'bruno ha commentato il tuo post')).toBeVisible()
  await expect(page.getByText('Non letta.')).toHaveCount(0)
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
  expect(await unreadCountOf(anna)).toBe(0)
  await row(page, 'bruno si riconosce').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Richieste Spotted' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('bruno')
})

test('Notifications read in one tab are read in the other; a session ended elsewhere ends in open tabs', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  await readWelcome(anna)
  await openWithLiveUpdates(anna.page, '/search')
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect(notificationsLink(anna.page)).toHaveAccessibleName('Notifiche (1 non letta)')
  const other = await anna.context.newPage()
  await other.goto('/notifications')
  await expect(row(other, 'bruno ha iniziato a seguirti')).toBeVisible()
  await expect(notificationsLink(anna.page)).toHaveAccessibleName('Notifiche')
  await other.close()
  await anna.callOk('logout', {})
  await bruno.callOk('unfollow', { followed_id: anna.user.id })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect(anna.page).toHaveURL(/\/login$/)
})

test('Pia accepts one follow request and declines another; the open profile of the accepted one updates', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const pia = await createBrowserUser('pia')
  await publishPost(pia, 'Solo per chi conosco')
  await makePrivate(pia)
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  await openWithLiveUpdates(pia.page, '/notifications')
  await anna.callOk('requestFollow', { followed_id: pia.user.id })
  await bruno.callOk('requestFollow', { followed_id: pia.user.id })
  await openWithLiveUpdates(anna.page, `/profile/${pia.user.id}`)
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
  await expect(notificationsLink(anna.page)).toHaveAccessibleName(/non lett/)
  expect((await bruno.callOk('getProfile', { user_id: pia.user.id })).user.follow_status).toBeNull()
})

test('No notification is lost while the network is away @core', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  const post = await publishPost(anna, 'Resto leggibile')
  await readWelcome(anna)
  const { page, context } = anna
  await openWithLiveUpdates(anna.page, '/feed')
  await expect(cardWithText(page, 'Resto leggibile')).toBeVisible()
  await context.setOffline(true)
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect.poll(() => unreadCountOf(anna)).toBe(2)
  await context.setOffline(false)
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (2 non lette)')
  await expect(cardWithText(page, 'Resto leggibile').getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()

  await notificationsLink(page).click()
  await expect(row(page, 'bruno ha iniziato a seguirti')).toBeVisible()
  await expect.poll(() => unreadCountOf(anna)).toBe(0)
  await context.setOffline(true)
  await carla.callOk('addComment', { post_id: post.id, text: 'Ci sono anche io' })
  await expect.poll(() => unreadCountOf(anna)).toBe(1)
  await context.setOffline(false)
  await expect(row(page, 'carla ha commentato il tuo post')).toBeVisible()
})

test('Likes and comments of a card update live while Anna reads further down, and nothing jumps', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const neighbours = await createNeighbours(createApiUser)
  const [bruno] = neighbours as [ApiUser]
  const posts = await publishPosts(neighbours, 8)
  const { page } = anna
  await openWithLiveUpdates(anna.page, '/feed')
  const card = cardWithText(page, 'Post 2')
  await card.scrollIntoViewIfNeeded()
  await expect(card).toBeInViewport()
  const scrollYBefore = await page.evaluate(() => window.scrollY)
  const boxBefore = await card.boundingBox()
  expect(scrollYBefore).toBeGreaterThan(300)
  const { id } = posts.find(({ text }) => text === 'Post 2')!
  await bruno.callOk('likePost', { post_id: id })
  await bruno.callOk('addComment', { post_id: id, text: 'Eccomi' })
  await expect(card.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
  await expect(card.getByRole('link', { name: '1 commento' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollYBefore)
  expect(await card.boundingBox()).toEqual(boxBefore)
})

test('New comments appear live at the top; further down the page, a button announces them', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { id } = await publishPost(bruno, 'Parliamone')
  for (let number = 1; number <= 15; number++)
    await bruno.callOk('addComment', { post_id: id, text: `Commento ${number}` })
  const { page } = anna
  await openWithLiveUpdates(anna.page, `/comments/${id}`)
  const comments = page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')
  await expect(comments).toHaveCount(15)
  await bruno.callOk('addComment', { post_id: id, text: 'In diretta' })
  await expect(comments.first()).toContainText('In diretta')

  await comments.last().scrollIntoViewIfNeeded()
  const scrollYBefore = await page.evaluate(() => window.scrollY)
  expect(scrollYBefore).toBeGreaterThan(200)
  const boxBefore = await comments.last().boundingBox()
  await bruno.callOk('addComment', { post_id: id, text: 'Ancora in diretta' })
  const newItemsButton = page.getByRole('button', { name: 'Nuovi commenti' })
  await expect(newItemsButton).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollYBefore)
  expect(await comments.last().boundingBox()).toEqual(boxBefore)
  await expectAccessible(page)
  await newItemsButton.click()
  await expect(comments.first()).toContainText('Ancora in diretta')
  await expect(comments.first()).toBeInViewport()
  await expect(comments).toHaveCount(17)
  await expect(newItemsButton).toHaveCount(0)
})

test('Older notifications load while scrolling; further down the page, a button announces a new one', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const posts = await publishPosts(anna, 24)
  for (const { id } of posts) await bruno.callOk('likePost', { post_id: id })
  await expect.poll(async () => (await anna.callOk('getNotifications', { limit: 50 })).notifications.length).toBe(25)
  const { page } = anna
  const listRequests = collectRequests(page, 'getNotifications')
  await openWithLiveUpdates(anna.page, '/notifications')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(25)
  expect(listRequests).toHaveLength(2)
  const welcome = row(page, 'Ti diamo il benvenuto')
  await welcome.scrollIntoViewIfNeeded()
  const scrollYBefore = await page.evaluate(() => window.scrollY)
  const boxBefore = await welcome.boundingBox()
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  const newItemsButton = page.getByRole('button', { name: 'Nuove notifiche' })
  await expect(newItemsButton).toBeVisible()
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (1 non letta)')
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollYBefore)
  expect(await welcome.boundingBox()).toEqual(boxBefore)
  await expectAccessible(page)
  await newItemsButton.click()
  await expect(rows.first()).toContainText('bruno ha iniziato a seguirti')
  await expect(rows.first()).toBeInViewport()
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
})

test('A notification about a liked story opens the story', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const { story } = await anna.callOk('createStory', {
    image: await photoUrl(),
  })
  await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
  const { page } = anna
  await page.goto('/notifications')
  await row(page, 'bruno ha messo Mi piace alla tua storia').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'bruno ha messo Mi piace alla tua storia')).toBeVisible()
})

test('Loading notifications show a placeholder; after an error they load on a retry', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  const restore = await failCall(page, 'getNotifications')
  await page.goto('/notifications')
  await expect(page.getByRole('list', { name: 'Caricamento delle notifiche' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('alert')).toContainText('Errore di rete, riprova più tardi.')
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(row(page, 'Ti diamo il benvenuto su Dintorni!')).toBeVisible()
})

test('The notifications page is accessible, also with long names', async ({ createApiUser, createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const longNamed = await createApiUser('un_nome_lungo_quanto_si_puo.oh')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(anna, 'Precipitevolissimevolmente'.repeat(5))
  for (const person of [longNamed, bruno]) {
    await person.callOk('likePost', { post_id: post.id })
    await person.callOk('addComment', { post_id: post.id, text: 'supercalifragilistichespiralidoso'.repeat(4) })
  }
  await longNamed.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  await makePrivate(anna)
  await longNamed.callOk('requestFollow', { followed_id: anna.user.id })
  await expect.poll(async () => (await anna.callOk('getNotifications', {})).notifications.length).toBe(5)
  const { page } = anna
  await page.goto('/notifications')
  await expect(page.getByRole('button', { name: /^Accetta un_nome/ })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
})

test('A mention sends a notification that leads to the post and can be switched off', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(bruno, 'In piazza con @anna')
  await page.goto('/notifications')
  await row(page, 'ti ha menzionato in un post').getByRole('link', { name: /bruno/ }).last().click()
  await expect(page).toHaveURL(new RegExp(`/post/${post.id}$`))
  await page.goto('/settings')
  const mentions = page.getByRole('switch', { name: 'Menzioni' })
  await expect(mentions).toBeChecked()
  await mentions.click()
  await expect(page.getByText('Salvato')).toBeVisible()
  await page.reload()
  await expect(mentions).not.toBeChecked()
})
