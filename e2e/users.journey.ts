import type { Locator, Page } from '@playwright/test'
import { failCall, holdCall, collectRequests, isCall } from './support/network.ts'
import { photoFile } from './support/photo-file.ts'
import { expectLoaded } from './support/layout.ts'
import { mainNavigation } from './support/navigation.ts'
import { makePrivate } from './support/private-account.ts'
import { cardWithText, publishPost, publishPosts } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const counter = (page: Page, label: string): Locator =>
  page.locator('section').getByText(label, { exact: true }).locator('..')
const followers = (page: Page) => counter(page, 'Follower')
const followButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('Anna follows and unfollows the author of a post, and the counter agrees with the server @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Ciao dal Duomo')
  const { page } = await createBrowserUser('anna')
  await page.goto('/feed')
  await cardWithText(page, 'Ciao dal Duomo').getByRole('link', { name: 'bruno' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${bruno.user.id}$`))
  await expect(page.getByRole('heading', { name: 'Profilo', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'bruno', level: 2 }).first()).toBeVisible()
  await expect(cardWithText(page, 'Ciao dal Duomo')).toBeVisible()
  await expect(followers(page)).toContainText('0')

  await followButton(page, 'Segui').click()
  await expect(page.getByText('Ora segui questo utente')).toBeVisible()
  await expect(followButton(page, 'Segui già')).toBeVisible()
  await expect(followers(page)).toContainText('1')
  await page.reload()
  await expect(followButton(page, 'Segui già')).toBeVisible()
  await expect(followers(page)).toContainText('1')

  await followButton(page, 'Segui già').click()
  await expect(page.getByText('Non segui più questo utente')).toBeVisible()
  await expect(followers(page)).toContainText('0')
  await page.reload()
  await expect(followButton(page, 'Segui')).toBeVisible()
  await expect(followers(page)).toContainText('0')
})

test('A follow shows before the reply; quick presses are merged, and a failure is reverted and reported', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { page, callOk } = await createBrowserUser('anna')
  await page.goto(`/profile/${bruno.user.id}`)
  const release = await holdCall(page, 'requestFollow')
  await followButton(page, 'Segui').click()
  await expect(followButton(page, 'Segui già')).toBeVisible()
  await expect(followers(page)).toContainText('1')
  await followButton(page, 'Segui già').click()
  await expect(followers(page)).toContainText('0')
  const unfollowed = page.waitForResponse((response) => response.url().includes('unfollow'))
  release()
  await unfollowed
  await expect(followButton(page, 'Segui')).toBeVisible()
  expect((await callOk('getProfile', { user_id: bruno.user.id })).user.follow_status).toBeNull()

  await page.unrouteAll()
  await failCall(page, 'requestFollow')
  await followButton(page, 'Segui').click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(followButton(page, 'Segui')).toBeVisible()
  await expect(followers(page)).toContainText('0')
})

test('A follow that is still in flight appears in the open list of followers once it arrives', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  await carla.callOk('requestFollow', { followed_id: bruno.user.id })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/profile/${bruno.user.id}`)
  const release = await holdCall(page, 'requestFollow')
  await followButton(page, 'Segui').click()
  await page.getByRole('link', { name: '2 Follower' }).click()
  const list = page.getByRole('list', { name: 'Follower' }).getByRole('listitem')
  await expect(list).toContainText(['carla'])
  release()
  await expect(list).toContainText(['anna', 'carla'])
})

test('A private profile shows a drawing until the follow request is accepted in Notifiche', async ({
  createBrowserUser,
}) => {
  const pia = await createBrowserUser('pia')
  await publishPost(pia, 'Solo per chi conosco')
  await makePrivate(pia)
  const anna = await createBrowserUser('anna')
  await anna.page.goto(`/profile/${pia.user.id}`)
  await expect(anna.page.getByText('Questo profilo è privato')).toBeVisible()
  await expect(anna.page.getByRole('tab')).toHaveCount(0)
  await expect(anna.page.getByRole('link', { name: /Follower/ })).toHaveCount(0)
  await expectAccessible(anna.page)

  await followButton(anna.page, 'Segui').click()
  await expect(anna.page.getByText('Richiesta di follow inviata')).toBeVisible()
  await expect(followButton(anna.page, 'Richiesta inviata')).toBeVisible()
  await expect(followers(anna.page)).toContainText('0')
  await followButton(anna.page, 'Richiesta inviata').click()
  await expect(anna.page.getByText('Richiesta di follow annullata')).toBeVisible()
  // The button answers before the server does.
  const requested = anna.page.waitForResponse((response) => response.url().endsWith('/user/request_follow.php'))
  await followButton(anna.page, 'Segui').click()
  await expect(followButton(anna.page, 'Richiesta inviata')).toBeVisible()
  await requested
  await anna.page.reload()
  await expect(followButton(anna.page, 'Richiesta inviata')).toBeVisible()

  await pia.page.goto('/feed')
  await pia.page.getByRole('link', { name: 'Notifiche' }).click()
  await expect(pia.page.getByRole('listitem').filter({ hasText: 'anna ha chiesto di seguirti' })).toBeVisible()
  await expectAccessible(pia.page)
  await pia.page.getByRole('button', { name: 'Accetta anna' }).click()
  await expect(pia.page.getByText('Richiesta accettata')).toBeVisible()
  await expect(pia.page.getByRole('listitem').filter({ hasText: 'anna ora ti segue' })).toBeVisible()
  await expect(pia.page.getByRole('button', { name: 'Accetta anna' })).toHaveCount(0)

  await anna.page.reload()
  await expect(cardWithText(anna.page, 'Solo per chi conosco')).toBeVisible()
  await expect(followers(anna.page)).toContainText('1')
  await anna.page.getByRole('link', { name: /Follower/ }).click()
  await expect(anna.page.getByRole('list', { name: 'Follower' })).toContainText('anna')
  await anna.page.getByRole('button', { name: 'Indietro' }).click()
  await followButton(anna.page, 'Segui già').click()
  await expect(anna.page.getByText('Questo profilo è privato')).toBeVisible()
  await expect(followers(anna.page)).toContainText('0')
})

test('A declined request disappears; a request whose answer fails comes back', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const pia = await createBrowserUser('pia')
  await makePrivate(pia)
  for (const name of ['anna', 'bruno'])
    await (await createApiUser(name)).callOk('requestFollow', { followed_id: pia.user.id })
  const { page } = pia
  await page.goto('/notifications')
  const requests = page.getByRole('listitem').filter({ hasText: 'ha chiesto di seguirti' })
  await expect(requests).toHaveCount(2)
  const restore = await failCall(page, 'respondFollowRequest')
  await page.getByRole('button', { name: 'Rifiuta anna' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(requests).toHaveCount(2)
  await restore()
  await page.getByRole('button', { name: 'Rifiuta anna' }).click()
  await expect(page.getByText('Richiesta rifiutata')).toBeVisible()
  await expect(requests).toHaveCount(1)
  await expect(requests.getByRole('link', { name: /bruno ha chiesto di seguirti/ })).toBeFocused()
  await page.reload()
  await expect(requests).toContainText(['bruno'])
})

test('Requests beyond the first page are reached by scrolling', async ({ createApiUser, createBrowserUser }) => {
  const pia = await createBrowserUser('pia')
  await makePrivate(pia)
  for (const name of ['bruno', 'anna'])
    await (await createApiUser(name)).callOk('requestFollow', { followed_id: pia.user.id })
  await expect.poll(async () => (await pia.callOk('getNotifications', {})).notifications.length).toBe(3)
  const { page } = pia
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(isCall('getNotifications'), async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('cursor')) await released
    url.searchParams.set('limit', '1')
    await route.continue({ url: url.href })
  })
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Rifiuta anna' }).click()
  await expect(page.getByText('Richiesta rifiutata')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rifiuta anna' })).toHaveCount(0)
  await expect(page.getByText('Tutto tranquillo')).toHaveCount(0)
  release()
  await page.getByRole('button', { name: 'Accetta bruno' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'bruno ora ti segue' })).toBeVisible()
})

test('A follow from a list also shows on the profile, and the own row has no button', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  const anna = await createBrowserUser('anna')
  for (const person of [carla, anna]) await person.callOk('requestFollow', { followed_id: bruno.user.id })
  const { page } = anna
  await page.goto(`/followers/${bruno.user.id}`)
  const list = page.getByRole('list', { name: 'Follower' })
  await expect(list.getByRole('listitem')).toContainText(['anna', 'carla'])
  await expect(list.getByRole('button')).toHaveCount(1)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Segui carla' }).click()
  await expect(list.getByRole('button', { name: 'Segui già carla' })).toBeVisible()
  await list.getByRole('link', { name: 'carla' }).click()
  await expect(followButton(page, 'Segui già')).toBeVisible()
  await expect(followers(page)).toContainText('1')

  await page.goto(`/following/${anna.user.id}`)
  await expect(page.getByRole('list', { name: 'Following' }).getByRole('listitem')).toContainText(['carla', 'bruno'])
  await page.goto(`/following/${carla.user.id}`)
  await expect(page.getByRole('list', { name: 'Following' }).getByRole('listitem')).toContainText(['bruno'])
})

test('The own profile has settings, no follow button, posts by page, and places when their tab opens', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPosts(anna, 12)
  const [duomo] = await anna.callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  const { page } = anna
  const placeCalls = collectRequests(page, 'getFollowedLocations')
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Impostazioni' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Segui/ })).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('article')).toHaveCount(12)
  await expectAccessible(page)
  expect(placeCalls).toHaveLength(0)
  await page.getByRole('tab', { name: 'Luoghi' }).click()
  await expect(page.getByText('Nessun luogo seguito.')).toBeVisible()

  await anna.callOk('followPlace', { place_id: duomo!.id })
  await page.getByRole('tab', { name: 'Post' }).press('ArrowRight')
  await page.reload()
  await page.getByRole('tab', { name: 'Luoghi' }).click()
  await page.getByRole('link', { name: new RegExp(duomo!.name) }).click()
  await expect(page).toHaveURL(new RegExp(`/location/${duomo!.id}$`))
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Luoghi' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Vedi tutti' }).click()
  await expect(page).toHaveURL(new RegExp(`/locations/${anna.user.id}$`))
  await expect(page.getByRole('link', { name: new RegExp(duomo!.name) })).toBeVisible()
})

test('The navigation bar marks the own profile at both its addresses, and no other profile', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const { page, user } = await createBrowserUser('anna')
  const item = mainNavigation(page).getByRole('link', { name: 'Profilo' })
  for (const path of ['/profile', `/profile/${user.id}`]) {
    await page.goto(path)
    await expect(item).toHaveAttribute('aria-current', 'page')
  }
  await page.goto(`/profile/${bruno.user.id}`)
  await expect(page.getByRole('heading', { name: 'bruno', level: 2 }).first()).toBeVisible()
  await expect(item).not.toHaveAttribute('aria-current')
})

test('Photo and bio can be changed, a failure is reported and loses nothing, the photo can be removed', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Modifica profilo' }).click()
  const bio = page.getByPlaceholder('Inserisci la tua bio...')
  await bio.fill('Fotografo piazze.\nE gatti.')
  await expect(page.getByText('26/320')).toBeVisible()
  await page.getByLabel('Cambia foto').setInputFiles(await photoFile())
  await expect(page.getByRole('button', { name: 'Rimuovi foto' })).toBeVisible()
  await expectAccessible(page)
  const restore = await failCall(page, 'updateProfile')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('alert')).toContainText('Errore di rete')
  await expect(bio).toHaveValue('Fotografo piazze.\nE gatti.')
  await restore()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${anna.user.id}$`))
  await expect(page.getByText('Fotografo piazze. E gatti.')).toBeVisible()
  const photos = page.locator('main section img')
  await expectLoaded(photos.first())
  await expect(page.getByRole('navigation').locator('img[src^="/media/"]')).toHaveCount(1)
  const storedUser = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}') as { bio: string; profile_pic: string | null },
  )
  expect(storedUser).toMatchObject({
    bio: 'Fotografo piazze.\nE gatti.',
    profile_pic: expect.stringMatching(/^\/media\//),
  })

  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Rimuovi foto' }).click()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${anna.user.id}$`))
  await page.reload()
  await expect(page.getByText('Fotografo piazze. E gatti.')).toBeVisible()
  await expect(photos).toHaveCount(0)
})

test('Saving waits for a photo that is still being prepared, and keeps what was written meanwhile', async ({
  createBrowserUser,
}) => {
  const { page, user, callOk } = await createBrowserUser('anna')
  await page.goto('/edit-profile')
  await page.getByLabel('Cambia foto').setInputFiles(await photoFile('grande.jpg', 8000))
  await page.getByPlaceholder('Inserisci la tua bio...').fill('Scrivo in fretta')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${user.id}$`))
  const saved = await callOk('getProfile', { user_id: user.id })
  expect(saved.user).toMatchObject({ bio: 'Scrivo in fretta', profile_pic: expect.stringContaining('/media/') })
})

test('A profile that is unknown, has no valid id or has blocked Anna is unavailable, in the same words', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const anna = await createBrowserUser('anna')
  await bruno.callOk('blockUser', { blocked_id: anna.user.id })
  for (const id of [999_999, 'nessuno', bruno.user.id]) {
    for (const path of ['profile', 'followers', 'following', 'spotted']) {
      await anna.page.goto(`/${path}/${id}`)
      await expect(anna.page.getByText('Profilo non disponibile')).toBeVisible()
    }
  }
  await expectAccessible(anna.page)
})

test('Each empty page of a new account says that nothing is there yet', async ({ createBrowserUser }) => {
  const { page, user } = await createBrowserUser('anna')
  for (const [path, text] of [
    [`/spotted/${user.id}`, 'Nessuno spot trovato.'],
    [`/followers/${user.id}`, 'Ancora nessun follower'],
    [`/following/${user.id}`, 'Non segue ancora nessuno'],
    ['/profile', 'Ancora nessun post'],
    ['/notifications', 'Ti diamo il benvenuto su Dintorni!'],
    ['/chat', 'La cassetta è vuota'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    await expectAccessible(page)
  }
})

test('A signed-out visitor is redirected to the login from every page about people', async ({ visitor: { page } }) => {
  for (const path of [
    '/profile',
    '/profile/1',
    '/followers/1',
    '/following/1',
    '/spotted/1',
    '/edit-profile',
    '/settings',
    '/blocked-users',
    '/notifications',
    '/chat',
    '/export-account',
    '/delete-account',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})
