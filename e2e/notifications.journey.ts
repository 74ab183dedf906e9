import type { Locator, Page } from '@playwright/test'
import { failCall, holdCall } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { openWithLiveUpdates } from './support/live-updates.ts'
import { expectLoaded, expectNoHorizontalScroll } from './support/layout.ts'
import { notificationsLink } from './support/navigation.ts'
import { waitForNotification } from './support/notifications.ts'
import { makePrivate } from './support/private-account.ts'
import { cardWithText, publishPost, publishPosts } from './support/posts.ts'
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
  anna,
  page,
  bruno,
  carla,
}) => {
  const post = await publishPost(anna, 'A te che leggevi Calvino', {
    image: await photoUrl(),
  })
  await readWelcome(anna)
  await openWithLiveUpdates(anna.page, '/feed')
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')

  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Anche io lo leggevo' })
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await bruno.callOk('requestSpotted', { post_id: post.id, action: 'request' })
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (4 non lette)')

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
  await carla.callOk('likePost', { post_id: post.id })
  await expect(row(page, 'carla e bruno hanno messo Mi piace al tuo post')).toBeVisible()
  await expect(row(page, /hanno messo Mi piace|ha messo Mi piace/)).toHaveCount(1)

  await expect.poll(() => unreadCountOf(anna)).toBe(0)
  await row(page, 'bruno ha commentato il tuo post').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/comments/${post.id}$`))
  await expect(page.getByRole('list', { name: 'Commenti al post' })).toContainText('Anche io lo leggevo')
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(row(page, 'bruno ha commentato il tuo post')).toBeVisible()
  const newFollower = row(page, 'bruno ha iniziato a seguirti')
  await newFollower.getByRole('button', { name: 'Segui bruno' }).click()
  await expect(newFollower.getByRole('button', { name: 'Segui già bruno' })).toBeVisible()
  const readFollowing = async () => (await anna.callOk('getFollowing', { user_id: anna.user.id })).following
  await expect.poll(readFollowing).toMatchObject([{ username: 'bruno' }])
  await expect(page.getByText('Non letta.')).toHaveCount(0)
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
  expect(await unreadCountOf(anna)).toBe(0)
  await row(page, 'bruno si riconosce').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Richieste Spotted' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('bruno')
})

test('Notifications read in one tab are read in the other', async ({ anna, bruno }) => {
  await readWelcome(anna)
  await openWithLiveUpdates(anna.page, '/search')
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  await expect(notificationsLink(anna.page)).toHaveAccessibleName('Notifiche (1 non letta)')
  const other = await anna.context.newPage()
  await other.goto('/notifications')
  await expect(row(other, 'bruno ha iniziato a seguirti')).toBeVisible()
  await expect(notificationsLink(anna.page)).toHaveAccessibleName('Notifiche')
})

test('Pia accepts one follow request and declines another; the open profile of the accepted one updates', async ({
  anna,
  createApiUser,
  createBrowserUser,
}) => {
  const pia = await createBrowserUser('pia')
  await publishPost(pia, 'Solo per chi conosco')
  await makePrivate(pia)
  const longName = 'un_nome_lungo_quanto_si_puo.oh'
  const bruno = await createApiUser(longName)
  await openWithLiveUpdates(pia.page, '/notifications')
  await anna.callOk('requestFollow', { followed_id: pia.user.id })
  await bruno.callOk('requestFollow', { followed_id: pia.user.id })
  await openWithLiveUpdates(anna.page, `/profile/${pia.user.id}`)
  await expect(anna.page.getByRole('button', { name: 'Richiesta inviata' })).toBeVisible()

  await expect(pia.page.getByRole('button', { name: `Rifiuta ${longName}` })).toBeVisible()
  await expectNoHorizontalScroll(pia.page)
  await expectAccessible(pia.page)
  const release = await holdCall(pia.page, 'respondFollowRequest')
  await pia.page.getByRole('button', { name: 'Accetta anna' }).click()
  await expect(row(pia.page, 'anna ora ti segue')).toBeVisible()
  release()
  await expect(pia.page.getByText('Richiesta accettata')).toBeVisible()
  const restore = await failCall(pia.page, 'respondFollowRequest')
  await pia.page.getByRole('button', { name: `Rifiuta ${longName}` }).click()
  await expect(pia.page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(row(pia.page, longName)).toHaveCount(1)
  await restore()
  await pia.page.getByRole('button', { name: `Rifiuta ${longName}` }).click()
  await expect(row(pia.page, longName)).toHaveCount(0)

  await expect(anna.page.getByRole('button', { name: 'Segui già' })).toBeVisible()
  await expect(cardWithText(anna.page, 'Solo per chi conosco')).toBeVisible()
})

test('No notification is lost while the network is away @core', async ({ anna, bruno, carla }) => {
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

test('A comment that others write while Anna reads further down waits behind a button, and moves nothing', async ({
  page,
  bruno,
}) => {
  const { id } = await publishPost(bruno, 'Parliamone')
  for (let number = 1; number <= 15; number++)
    await bruno.callOk('addComment', { post_id: id, text: `Commento ${number}` })
  await openWithLiveUpdates(page, `/comments/${id}`)
  const comments = page.getByRole('list', { name: 'Commenti al post' }).getByRole('listitem')
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
  await expect(newItemsButton).toHaveCount(0)
})

test('Notifications load on a retry, and older ones while scrolling; further down a button announces a new one', async ({
  anna,
  page,
  bruno,
}) => {
  const posts = await publishPosts(anna, 24)
  for (const { id } of posts) await bruno.callOk('likePost', { post_id: id })
  await expect.poll(async () => (await anna.callOk('getNotifications', { limit: 50 })).notifications.length).toBe(25)
  const restore = await failCall(page, 'getNotifications')
  await openWithLiveUpdates(page, '/notifications')
  await expect(page.getByRole('alert')).toContainText('Errore di rete, riprova più tardi.')
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(25)
  const welcome = row(page, 'Ti diamo il benvenuto')
  await welcome.scrollIntoViewIfNeeded()
  const boxBefore = await welcome.boundingBox()
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  const newItemsButton = page.getByRole('button', { name: 'Nuove notifiche' })
  await expect(newItemsButton).toBeVisible()
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (1 non letta)')
  expect(await welcome.boundingBox()).toEqual(boxBefore)
  await expectAccessible(page)
  await newItemsButton.click()
  await expect(rows.first()).toContainText('bruno ha iniziato a seguirti')
  await expect(rows.first()).toBeInViewport()
  await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche')
})

test('A liked story is opened from its notification, a mention leads to its post', async ({ anna, page, bruno }) => {
  const post = await publishPost(bruno, 'In piazza con @anna')
  const { story } = await anna.callOk('createStory', { image: await photoUrl() })
  await bruno.callOk('likeStory', { story_id: story.id, action: 'like' })
  await page.goto('/notifications')
  await row(page, 'bruno ha messo Mi piace alla tua storia').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'bruno ha messo Mi piace alla tua storia')).toBeVisible()
  await row(page, 'ti ha menzionato in un post').getByRole('link', { name: /bruno/ }).last().click()
  await expect(page).toHaveURL(new RegExp(`/post/${post.id}$`))
})
