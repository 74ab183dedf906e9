import type { Locator, Page } from '@playwright/test'
import { failCall, collectRequests } from './support/network.ts'
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
const ownProfileItem = (page: Page) => mainNavigation(page).getByRole('link', { name: 'Profilo' })

test('Anna follows and unfollows the author of a post, and the counter agrees with the server @core', async ({
  page,
  bruno,
}) => {
  await publishPost(bruno, 'Ciao dal Duomo')
  await page.goto('/feed')
  await cardWithText(page, 'Ciao dal Duomo').getByRole('link', { name: 'bruno' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${bruno.user.id}$`))
  await expect(page.getByRole('heading', { name: 'bruno', level: 2 }).first()).toBeVisible()
  await expect(cardWithText(page, 'Ciao dal Duomo')).toBeVisible()
  await expect(followers(page)).toContainText('0')

  await followButton(page, 'Segui').click()
  await expect(page.getByText('Ora segui questo utente')).toBeVisible()
  await page.getByRole('link', { name: '1 Follower' }).click()
  const list = page.getByRole('list', { name: 'Follower' })
  await expect(list.getByRole('listitem')).toContainText(['anna'])
  await expect(list.getByRole('button')).toHaveCount(0)
  await page.goBack()
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

test('A private profile shows a drawing until the follow request is accepted in Notifiche', async ({
  anna,
  createBrowserUser,
}) => {
  const pia = await createBrowserUser('pia')
  await publishPost(pia, 'Solo per chi conosco')
  await makePrivate(pia)
  await anna.page.goto(`/profile/${pia.user.id}`)
  await expect(anna.page.getByText('Questo profilo è privato')).toBeVisible()
  await expect(anna.page.getByRole('link', { name: /Follower/ })).toHaveCount(0)
  await expectAccessible(anna.page)

  await followButton(anna.page, 'Segui').click()
  await expect(anna.page.getByText('Richiesta di follow inviata')).toBeVisible()
  await expect(followButton(anna.page, 'Richiesta inviata')).toBeVisible()
  await anna.page.reload()
  await expect(followButton(anna.page, 'Richiesta inviata')).toBeVisible()

  await pia.page.goto('/feed')
  await pia.page.getByRole('link', { name: 'Notifiche' }).click()
  await expect(pia.page.getByRole('listitem').filter({ hasText: 'anna ha chiesto di seguirti' })).toBeVisible()
  await pia.page.getByRole('button', { name: 'Accetta anna' }).click()
  await expect(pia.page.getByText('Richiesta accettata')).toBeVisible()
  await expect(pia.page.getByRole('listitem').filter({ hasText: 'anna ora ti segue' })).toBeVisible()

  await anna.page.reload()
  await expect(cardWithText(anna.page, 'Solo per chi conosco')).toBeVisible()
  await expect(followers(anna.page)).toContainText('1')
})

test('The own profile, marked in the navigation bar, has settings, no follow button, posts by page, and places when their tab opens', async ({
  anna,
  page,
}) => {
  await publishPosts(anna, 12)
  const [duomo] = await anna.callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  const placeCalls = collectRequests(page, 'getFollowedLocations')
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Impostazioni' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Segui/ })).toHaveCount(0)
  await expect(ownProfileItem(page)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('article')).toHaveCount(12)
  await expectAccessible(page)
  expect(placeCalls).toHaveLength(0)
  await anna.callOk('followPlace', { place_id: duomo!.id })
  await page.getByRole('tab', { name: 'Luoghi' }).click()
  await page.getByRole('link', { name: new RegExp(duomo!.name) }).click()
  await expect(page).toHaveURL(new RegExp(`/location/${duomo!.id}$`))
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Luoghi' })).toHaveAttribute('aria-selected', 'true')
})

test('Photo and bio can be changed, a failure is reported and loses nothing, the photo can be removed, and saving waits for a large one', async ({
  anna,
  page,
}) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Modifica profilo' }).click()
  const bio = page.getByPlaceholder('Inserisci la tua bio...')
  await bio.fill('Fotografo piazze.\nE gatti.')
  await page.getByLabel('Cambia foto').setInputFiles(await photoFile())
  const crop = page.getByRole('dialog', { name: 'Ritaglia la foto' })
  await expect(crop.getByRole('application')).toBeVisible()
  await expectAccessible(page)
  await crop.getByRole('button', { name: 'Annulla' }).click()
  await expect(crop).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Rimuovi foto' })).toHaveCount(0)
  await page.getByLabel('Cambia foto').setInputFiles(await photoFile('larga.jpg', 1200))
  await crop.getByRole('button', { name: 'Applica' }).click()
  await expect(page.getByRole('button', { name: 'Rimuovi foto' })).toBeVisible()
  // What is sent is square.
  const chosen = page.getByRole('main').locator('img[src^="data:"]')
  await expect
    .poll(() => chosen.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
    .toBeCloseTo(1, 1)
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

  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Rimuovi foto' }).click()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${anna.user.id}$`))
  await page.reload()
  await expect(page.getByText('Fotografo piazze. E gatti.')).toBeVisible()
  await expect(photos).toHaveCount(0)

  await page.goto('/edit-profile')
  await page.getByLabel('Cambia foto').setInputFiles(await photoFile('grande.jpg', 8000))
  await crop.getByRole('button', { name: 'Applica' }).click()
  await bio.fill('Scrivo in fretta')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page).toHaveURL(new RegExp(`/profile/${anna.user.id}$`))
  const saved = await anna.callOk('getProfile', { user_id: anna.user.id })
  expect(saved.user).toMatchObject({ bio: 'Scrivo in fretta', profile_pic: expect.stringContaining('/media/') })
})

test('Anna gives herself a name, which stands on her profile, and where Bruno finds her and writes to her', async ({
  anna,
  createBrowserUser,
}) => {
  await anna.page.goto('/edit-profile')
  await expect(anna.page.getByText('Come ti chiamano. Lo username resta @anna.')).toBeVisible()
  const name = anna.page.getByLabel('Nome', { exact: true })
  await name.fill('Anna \u202e!issoR')
  await anna.page.getByRole('button', { name: 'Salva' }).click()
  await expect(anna.page.getByRole('alert')).toContainText('senza link, caratteri invisibili')
  await name.fill('Nicoletta  Bianchi')
  await anna.page.getByRole('button', { name: 'Salva' }).click()
  await expect(anna.page.getByRole('heading', { name: 'Nicoletta Bianchi' })).toBeVisible()
  await expect(anna.page.getByText('@anna', { exact: true })).toBeVisible()
  await expectAccessible(anna.page)

  const { page } = await createBrowserUser('bruno')
  await page.goto('/search')
  await page.getByRole('searchbox', { name: 'Cerca persone, luoghi e post' }).fill('bianc')
  const found = page.getByRole('list', { name: 'Risultati' }).getByRole('listitem').filter({ hasText: 'anna' })
  await expect(found).toContainText('Nicoletta Bianchi')
  await found.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Nicoletta Bianchi' })).toBeVisible()
  await page.getByRole('link', { name: 'Scrivi un messaggio' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'anna' })).toBeVisible()
  await expect(page.getByText('Nicoletta Bianchi')).toBeVisible()

  await anna.page.goto('/edit-profile')
  await expect(name).toHaveValue('Nicoletta Bianchi')
  await name.fill('')
  await anna.page.getByRole('button', { name: 'Salva' }).click()
  await expect(anna.page.getByRole('heading', { level: 2, name: 'anna' })).toBeVisible()
})

test('A page of somebody new says that nothing is there yet', async ({ anna: { page, user } }) => {
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
