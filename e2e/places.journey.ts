import type { Page } from '@playwright/test'
import { photoFile, photoUrl } from './support/photo-file.ts'
import { failCall, holdCall } from './support/network.ts'
import {
  cardWithText,
  choosePlace,
  findPlaceAt,
  publishPost,
  publishPosts,
  waitUntilPublished,
} from './support/posts.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { signIn, signOut } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

const napoli = { latitude: 40.83593, longitude: 14.24878 }

test('A person who denies the position sees an error, chooses a town and gets a feed', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Ciao dal Duomo')
  const { page, context } = await createBrowserUser('anna', { located: false })
  await context.clearPermissions()
  await page.goto('/')
  await expect(page).toHaveURL(/\/required-location$/)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Il browser non permette di usare la posizione. Puoi permetterlo nelle impostazioni di questo sito, oppure scegliere una città.',
  )
  await expect(page).toHaveURL(/\/required-location$/)

  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByLabel('Cerca una città').fill('Bergam')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bergamo/ })
    .click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(cardWithText(page, 'Ciao dal Duomo')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/feed$/)
})

test('A browser without geolocation says so, and a town can be chosen', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna', { located: false })
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'))
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toHaveText('Geolocalizzazione non supportata dal tuo browser.')
  await expect(page.getByRole('button', { name: 'Scegli una città' })).toBeEnabled()
})

test('A town is found by the beginning of its name; a name of no town says that there is none', async ({
  createBrowserUser,
}) => {
  const { page, context } = await createBrowserUser('anna', { located: false })
  await context.clearPermissions()
  const restore = await failCall(page, 'findTowns')
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scegli una città' })
  await expect(dialog.getByText('Le città non si caricano.')).toBeVisible()
  await restore()
  await dialog.getByRole('button', { name: 'Riprova' }).click()
  await expect(dialog.getByRole('button', { name: /^Roma/ })).toBeVisible()

  await dialog.getByLabel('Cerca una città').fill('forl')
  await expect(dialog.getByRole('button', { name: /^Forlì/ }).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Roma/ })).toHaveCount(0)
  await dialog.getByLabel('Cerca una città').fill('zzz')
  await expect(dialog.getByText('Nessuna città comincia per «zzz».')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/required-location$/)
})

test('Nearby places are listed nearest first with their distance, others are found by their town', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { at: napoli })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  const nearby = dialog.getByRole('region', { name: 'Vicino a te' }).getByRole('listitem')
  await expect(nearby).toHaveCount(20)
  const distances = (await nearby.allInnerTexts()).map((text) => {
    const [, number = '', unit] = text.match(/([\d.,]+) (k?m)$/) ?? []
    return Number(number.replace('.', '').replace(',', '.')) * (unit === 'km' ? 1000 : 1)
  })
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  expect(distances[0]).toBeLessThan(1500)

  const found = dialog.getByRole('region', { name: 'Luoghi trovati' })
  for (const [typed, place] of [
    ['milano', /^Milano \(MI\)/],
    ['pinacoteca di bre', /^Pinacoteca di Brera/],
    ['colone di san lorenz', /^Colonne di San Lorenzo/],
  ] as const) {
    await dialog.getByLabel('Cerca un luogo o una città').fill(typed)
    await expect(found.getByRole('button', { name: place })).toContainText(/6\d\d km/)
  }
  await dialog.getByLabel('Cerca un luogo o una città').fill('zzz')
  await expect(dialog.getByText('Nessun luogo per «zzz»')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(nearby).toHaveCount(20)
})

/** Disables WebGL, so that the browser cannot draw the map. */
const withoutMaps = (page: Page) =>
  page.addInitScript(() => Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => null))

test('Anna, whose browser draws no map, does not find her kiosk: she reads what becomes public, adds it and posts there; a namesake is offered', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { at: { latitude: 45.351_23, longitude: 9.051_23 } })
  await withoutMaps(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  const search = dialog.getByLabel('Cerca un luogo o una città')
  await search.fill('Chiosco Zanzibar')
  await dialog.getByRole('button', { name: 'Aggiungi «Chiosco Zanzibar»' }).click()
  await expect(dialog.getByLabel('Come si chiama?')).toHaveValue('Chiosco Zanzibar')
  const add = dialog.getByRole('button', { name: 'Aggiungi e rendi pubblico' })
  await add.click()
  await expect(dialog.getByText('Scegli che tipo di luogo è.')).toBeVisible()
  await expect(dialog.getByText('Scegli il punto in cui si trova il luogo.')).toBeVisible()
  await dialog.getByLabel('Che tipo di luogo è?').selectOption('Bar, caffè, locale')
  const coordinatesHere = dialog.getByText(/a queste coordinate: 45,3512\s·\s9,0512/)
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  await expect(coordinatesHere).toBeVisible()
  await dialog.getByRole('radio', { name: 'Al centro di una città' }).check()
  await dialog.getByLabel('Quale città?').fill('Pavia')
  await dialog.getByRole('radio', { name: 'Pavia (PV)' }).check()
  await expect(dialog.getByText(/a queste coordinate: 45,1\d\d\d\s·\s9,1\d\d\d/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  await expect(coordinatesHere).toBeVisible()
  await expect(dialog.getByText('Sposta la mappa')).toHaveCount(0)
  await expectAccessible(page)
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await add.click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('textbox').first().fill('Primo spritz')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(cardWithText(page, 'Primo spritz')).toContainText('Chiosco Zanzibar')

  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await search.fill('Chiosco da Zanzibar')
  await dialog.getByRole('button', { name: 'Aggiungi «Chiosco da Zanzibar»' }).click()
  await dialog.getByLabel('Che tipo di luogo è?').selectOption('Bar, caffè, locale')
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  await add.click()
  const similar = dialog.getByRole('region', { name: 'È uno di questi?' })
  await expect(dialog.getByRole('button', { name: 'No, è un altro luogo' })).toBeVisible()
  await expectAccessible(page)
  await similar.getByRole('button', { name: /^Chiosco Zanzibar/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Chiosco Zanzibar/ })).toBeVisible()
})

/** Opens the form that adds a kiosk. */
async function addKiosk(page: Page) {
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await dialog.getByLabel('Cerca un luogo o una città').fill('Chiosco Zanzibar')
  await dialog.getByRole('button', { name: 'Aggiungi «Chiosco Zanzibar»' }).click()
  await dialog.getByLabel('Che tipo di luogo è?').selectOption('Bar, caffè, locale')
  return dialog
}
const atKiosk = { latitude: 45.351_23, longitude: 9.051_23 }

test('Anna moves the map under the pin, by hand and by keyboard: the kiosk lies in the middle of it', async ({
  createBrowserUser,
  db,
}) => {
  const { page } = await createBrowserUser('anna', { at: atKiosk })
  const dialog = await addKiosk(page)
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  const status = dialog.getByText(/a queste coordinate/)
  const readPoint = async () => {
    const [, latitude, longitude] = (await status.innerText()).match(/coordinate: ([\d,]+)\s·\s([\d,]+)\./) ?? []
    return [latitude, longitude].map((degrees) => Number(degrees?.replace(',', '.')))
  }
  // About a hundred metres: the tiles that the map requests reveal no more than the list of places did.
  expect(await readPoint()).toEqual([45.351, 9.051])
  const map = dialog.getByRole('region', { name: 'Mappa', exact: true })
  await expect(map).toBeVisible()
  await expect(dialog.getByText('Sposta la mappa finché il segno è sul luogo.')).toBeVisible()
  await map.scrollIntoViewIfNeeded()
  const box = (await map.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 90, y, { steps: 9 })
  await page.mouse.up()
  await expect(status).not.toContainText('9,0510')
  const [draggedLatitude, draggedLongitude] = await readPoint()
  expect(draggedLatitude).toBe(45.351)
  expect(draggedLongitude).toBeGreaterThan(9.01)
  expect(draggedLongitude).toBeLessThan(9.03)

  await map.press('ArrowUp')
  await expect(status).not.toContainText('45,3510')
  await map.click({ position: { x: box.width / 2, y: box.height - 40 } })
  await expect.poll(async () => (await readPoint())[0]).toBeLessThan(45.37)
  const [latitude, longitude] = await readPoint()
  expect(longitude).toBe(draggedLongitude)
  await dialog.getByRole('button', { name: 'Avvicina' }).click()
  await dialog.getByRole('button', { name: 'Aggiungi e rendi pubblico' }).click()
  await expect(dialog).toHaveCount(0)
  const kiosk = db.selectFrom('places').select(['latitude', 'longitude']).where('name', '=', 'Chiosco Zanzibar')
  expect(await kiosk.execute()).toEqual([{ latitude, longitude }])
})

test('The map of a new place goes to the chosen town, and stays where it was moved when the colours change', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { at: atKiosk })
  await page.setViewportSize({ width: 320, height: 640 })
  const dialog = await addKiosk(page)
  const status = dialog.getByText(/a queste coordinate/)
  const map = dialog.getByRole('region', { name: 'Mappa', exact: true })
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  await map.press('ArrowRight')
  await expect(status).not.toContainText('9,0510')
  const moved = await status.innerText()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(dialog.locator('[aria-busy=false] canvas')).toBeVisible()
  await map.press('ArrowLeft')
  await expect(status).toContainText(/9,0510/)
  await map.press('ArrowRight')
  await expect(status).toHaveText(moved)

  await dialog.getByRole('radio', { name: 'Al centro di una città' }).check()
  await expect(map).toHaveCount(0)
  await dialog.getByLabel('Quale città?').fill('Pavia')
  await dialog.getByRole('radio', { name: 'Pavia (PV)' }).check()
  await expect(status).toContainText(/45,1\d\d\d\s·\s9,1\d\d\d/)
  await expect(map).toBeVisible()
  await dialog.getByRole('radio', { name: 'Pavia di Udine (UD)' }).check()
  await expect(status).toContainText(/\s13,\d\d\d\d/)
  const town = await status.innerText()
  await map.press('ArrowUp')
  await expect(status).not.toHaveText(town)
  await expect(status).toContainText(/: 4[56],\d\d\d\d\s·\s13,\d\d\d\d/)
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessible(page)
})

test('In a browser that draws no map, the Info tab has words that lead to it', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await withoutMaps(page)
  await page.goto(`/location/${await findPlaceAt(anna)}`)
  await page.getByRole('tab', { name: 'Info' }).click()
  const link = page.getByRole('link', { name: 'Apri la mappa: Piazza del Duomo' })
  await expect(link).toHaveText('Apri la mappa')
  await expectAccessible(page)
  await link.click()
  await expect(page).toHaveURL(/\/map#15\.00\/45\.46\d\d\/9\.1\d\d\d\/week$/)
})

test('Abroad, the nearest places are not called near', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna', { at: { latitude: 52.52, longitude: 13.4 } })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(dialog.getByRole('region', { name: 'I luoghi più vicini' }).getByRole('listitem').first()).toContainText(
    / km$/,
  )
  await expect(dialog.getByText('Vicino a te')).toHaveCount(0)
})

test('Without a position, the picker lists the largest towns, and can locate the person at once', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { at: napoli, located: false })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(
    dialog.getByRole('region', { name: 'Le città più grandi' }).getByRole('button', { name: /^Roma/ }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Usa la mia posizione' }).click()
  await expect(dialog.getByRole('region', { name: 'Vicino a te' }).getByText('Napoli').first()).toBeVisible()
})

test('Nearby places that fail to load can be retried, and a town can be found meanwhile @core', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/new-spot')
  const restore = await failCall(page, 'getNearbyLocations')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(
    dialog.getByText('I luoghi vicini tardano ad arrivare. Intanto puoi cercare un luogo qui sopra.'),
  ).toBeVisible()
  await dialog.getByLabel('Cerca un luogo o una città').fill('berga')
  await expect(dialog.getByRole('button', { name: /^Bergamo/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(dialog.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await restore()
  await dialog.getByRole('button', { name: 'Riprova' }).click()
  await expect(dialog.getByRole('button', { name: /^Piazza del Duomo/ })).toBeVisible()
})

test.describe('In a browser with motion and a service worker', () => {
  test.use(withMotionAndServiceWorker)

  test('the exact position never leaves the browser during a whole visit', async ({ openBrowser }) => {
    const { page } = await openBrowser({ latitude: 45.4655512, longitude: 9.1866634 })
    const sent: { url: URL; body: string }[] = []
    page.on('request', (request) => sent.push({ url: new URL(request.url()), body: request.postData() ?? '' }))

    await page.goto('/register')
    await page.getByLabel('Username').fill('anna')
    await page.getByLabel('Email').fill('anna@example.it')
    await page.getByLabel('Password', { exact: true }).fill('una lunga frase segreta')
    await page.getByRole('button', { name: 'Registrati' }).click()
    await page.getByRole('button', { name: 'Attiva la posizione' }).click()
    for (let step = 2; step <= 6; step++) {
      await page.getByRole('button', { name: 'Avanti' }).click()
      await expect(page.getByRole('region', { name: `Passo ${step} di 6` })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Inizia' }).click()
    await page.getByRole('link', { name: 'Scrivi il primo post' }).click()
    await page.getByLabel('Testo del post').fill('Dove sono io lo so')
    await page.locator('input[type=file]:not([capture])').setInputFiles(await photoFile())
    await expect(page.getByRole('img', { name: "Anteprima dell'immagine" })).toBeVisible()
    await choosePlace(page, /^Piazza del Duomo/)
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await waitUntilPublished(page)
    const card = cardWithText(page, 'Dove sono io lo so')
    await card.getByRole('button', { name: 'Mi piace' }).click()
    await card.getByRole('link', { name: /commenti$/ }).click()
    await page.getByPlaceholder('Scrivi un commento...').fill('E non lo dico')
    await page.getByRole('button', { name: 'Invia il commento' }).click()
    await page.getByRole('button', { name: 'Indietro' }).click()
    await page.getByRole('button', { name: /Cambia luogo o distanza$/ }).click()
    await page.getByRole('button', { name: 'Usa la mia posizione' }).click()
    await expect(page.getByRole('button', { name: 'Usa la mia posizione' })).toBeEnabled()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => localStorage.getItem('latitude'))).toBe('45.4655512')
    await signOut(page)
    await signIn(page, 'anna@example.it')
    await expect(page).toHaveURL(/\/feed$/)

    const located = sent.map(({ url }) => url).filter(({ searchParams }) => searchParams.has('lat'))
    const positions = (path: string) =>
      new Set(
        located
          .filter(({ pathname }) => pathname.endsWith(path))
          .map(({ searchParams }) => `${searchParams.get('lat')} ${searchParams.get('lon')}`),
      )
    expect(positions('get_feed.php')).toEqual(new Set(['45.47 9.19']))
    expect(positions('get_nearby_locations.php')).toEqual(new Set(['45.466 9.187']))
    for (const { url, body } of sent) {
      const text = `${url.href} ${body.replace(/data:image[^"]*/, '')}`
      expect(text).not.toMatch(/45\.465|9\.1866/)
      if (!url.pathname.endsWith('get_nearby_locations.php')) expect(text).not.toMatch(/45\.466|9\.187/)
    }
    expect(sent.filter(({ body }) => body !== '').length).toBeGreaterThan(5)
  })
})

test('Choosing a position or a town is accessible', async ({ createBrowserUser }) => {
  const { page, context } = await createBrowserUser('anna', { located: false })
  await context.clearPermissions()
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Roma/ })).toBeVisible()
  await expectAccessible(page)
})

const follow = { name: 'Segui', exact: true }
const followed = { name: 'Seguito', exact: true }

test('A place lists its posts page by page, and a like there shows everywhere @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPosts(bruno, 13)
  const { page } = await createBrowserUser('anna')
  const placeId = await findPlaceAt(bruno)
  await page.goto('/feed')
  await cardWithText(page, 'Post 13')
    .getByRole('link', { name: /^Piazza del Duomo/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/location/${placeId}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()
  await expect(page.getByText(/^Piazza · Milano \(MI\) · a \d+ m da te$/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Post' })).toHaveAttribute('aria-selected', 'true')
  await cardWithText(page, 'Post 13').getByRole('button', { name: 'Mi piace' }).click()
  await cardWithText(page, 'Post 4').scrollIntoViewIfNeeded()
  await expect(cardWithText(page, 'Post 1')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(13)
  await page.goBack()
  await expect(cardWithText(page, 'Post 13').getByRole('button', { name: 'Mi piace' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('“Racconta qui” opens a post at the place, whose photos lead to their posts', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const placeId = await findPlaceAt(bruno)
  for (const text of ['Uno', 'Due', 'Tre']) await publishPost(bruno, text, { image: await photoUrl() })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/location/${placeId}`)
  const photos = page.getByRole('list', { name: 'Foto da Piazza del Duomo' }).getByRole('link')
  await expect(photos).toHaveCount(3)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await photos.first().click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Racconta qui' }).click()
  await expect(page).toHaveURL(/\/new-spot$/)
  await expect(page.getByText('Piazza del Duomo').first()).toBeVisible()
})

test('Following a place shows at once, is counted and survives a reload, and so does unfollowing it', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  const placeId = await findPlaceAt(bruno)
  await bruno.callOk('followPlace', { place_id: placeId })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/location/${placeId}`)
  const counter = (count: number) => page.getByRole('link', { name: `${count} Follower` })
  await expect(counter(1)).toBeVisible()
  const release = await holdCall(page, 'followPlace')
  await page.getByRole('button', follow).click()
  await expect(page.getByRole('button', followed)).toBeVisible()
  await counter(2).click()
  await expect(page.getByRole('heading', { name: 'Follower Luogo' })).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('link')).toHaveText(/bruno$/)
  release()
  await expect(page.getByRole('listitem').getByRole('link')).toHaveText(
    ['anna', 'bruno'].map((name) => new RegExp(`${name}$`)),
  )
  await page.goBack()
  await page.reload()
  await expect(counter(2)).toBeVisible()

  await page.getByRole('button', followed).click()
  await expect(counter(1)).toBeVisible()
  await expect(page.getByRole('button', follow)).toBeVisible()
  await expect
    .poll(async () => (await bruno.callOk('getLocation', { location_id: placeId })).location.followers_count)
    .toBe(1)
  await page.reload()
  await expect(counter(1)).toBeVisible()
})

test('Quick presses end in the last choice, and a failed unfollow is reverted with a message', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const placeId = await findPlaceAt(anna)
  const { page } = anna
  await page.goto(`/location/${placeId}`)
  const release = await holdCall(page, 'followPlace')
  for (let press = 0; press < 5; press++) await page.getByRole('button', { name: /^Segui/ }).click()
  await expect(page.getByRole('button', followed)).toBeVisible()
  release()
  await expect
    .poll(async () => (await anna.callOk('getLocation', { location_id: placeId })).location)
    .toMatchObject({ is_followed: true, followers_count: 1 })
  await page.reload()
  await expect(page.getByRole('button', followed)).toBeVisible()

  const restore = await failCall(page, 'unfollowPlace')
  await page.getByRole('button', followed).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await expect(page.getByRole('button', followed)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 Follower' })).toBeVisible()
  await restore()
})

test('A place unfollowed in the list of followed places stays there until the next visit', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto(`/locations/${anna.user.id}`)
  await expect(page.getByRole('heading', { name: 'Luoghi Seguiti' })).toBeVisible()
  await expect(page.getByText('Nessun luogo seguito.')).toBeVisible()
  await expectAccessible(page)
  await anna.callOk('followPlace', { place_id: await findPlaceAt(anna) })
  await page.reload()
  await page.getByRole('button', { name: 'Seguito Piazza del Duomo' }).click()
  await expect(page.getByRole('button', { name: 'Segui Piazza del Duomo' })).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => (await anna.callOk('getFollowedLocations', { user_id: anna.user.id })).locations)
    .toEqual([])
  await page.reload()
  await expect(page.getByText('Nessun luogo seguito.')).toBeVisible()
})

test('A place has tabs for events and information, and links its owner to a form', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const placeId = await findPlaceAt(anna)
  const { page } = anna
  await page.goto(`/location/${placeId}`)
  await expect(page.getByRole('heading', { name: 'Qui nessuno ha ancora scritto' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Eventi' }).click()
  await expect(page.getByRole('heading', { name: 'Nessun evento in programma' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Info' }).click()
  const info = page.getByRole('tabpanel')
  await expect(info.getByText(/^Font[ei]:/)).toBeVisible()
  const latitude = info.locator('data.latitude')
  await expect(latitude).toHaveAttribute('value', /^45\.46/)
  await expect(latitude).toBeHidden()
  await expectAccessible(page)
  await info.getByRole('link', { name: 'Sei il proprietario di questo luogo?' }).click()
  await expect(page).toHaveURL(new RegExp(`/require-location-property\\?location=${placeId}$`))
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Info' })).toHaveAttribute('aria-selected', 'true')
})

test('The Info tab shows a still map of the place, which leads to the map there and is gone with the tab', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  const ofMap: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/map\/|engine|ground-map|maplibre/.test(pathname)) ofMap.push(pathname)
  })
  await page.goto(`/location/${await findPlaceAt(anna)}`)
  await expect(page.getByRole('heading', { name: 'Qui nessuno ha ancora scritto' })).toBeVisible()
  expect(ofMap).toEqual([])
  await page.getByRole('tab', { name: 'Info' }).click()
  const info = page.getByRole('tabpanel')
  const link = info.getByRole('link', { name: 'Apri la mappa: Piazza del Duomo' })
  await expect(link).toBeVisible()
  await expect(info.locator('canvas')).toBeVisible()
  await expect(info.getByText(/Natural Earth/)).toBeVisible()
  await expect(info.getByRole('button', { name: 'Avvicina' })).toHaveCount(0)
  await expectAccessible(page)

  await expect(info.locator('[aria-busy=false] canvas')).toBeVisible()
  const canvas = await info.locator('canvas').evaluateHandle((element) => element as HTMLCanvasElement)
  await page.getByRole('tab', { name: 'Post' }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
  expect(await canvas.evaluate((element) => element.getContext('webgl2')?.isContextLost())).toBe(true)
  await page.getByRole('tab', { name: 'Info' }).click()
  await link.click()
  await expect(page).toHaveURL(/\/map#15\.00\/45\.46\d\d\/9\.1\d\d\d\/week$/)
})

test('Tabs are one stop of the Tab key, and the arrow keys move between them', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  await page.goto(`/location/${await findPlaceAt(anna)}`)
  const selectedTab = (name: string) => page.getByRole('tab', { name, selected: true })
  await expect(selectedTab('Post')).toBeVisible()
  const steps: [key: string, expectedTab: string][] = [
    ['ArrowRight', 'Eventi'],
    ['End', 'Info'],
    ['ArrowRight', 'Post'],
    ['ArrowLeft', 'Info'],
    ['Home', 'Post'],
  ]
  await selectedTab('Post').focus()
  for (const [key, name] of steps) {
    await page.keyboard.press(key)
    await expect(selectedTab(name)).toBeFocused()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel', { name: 'Post' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(selectedTab('Post')).toBeFocused()
})

test('The claim form says what is missing, keeps its input after a failure and says what happens next', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const placeId = await findPlaceAt(anna)
  const { page } = anna
  await page.goto(`/require-location-property?location=${placeId}`)
  await expect(page.getByRole('heading', { name: 'Gestione Luogo' })).toBeVisible()
  await expect(page.getByText('Piazza del Duomo')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.it')
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(page.getByText('Inserisci il tuo nome.')).toBeVisible()
  await expect(page.getByText('Scrivi qualcosa sul tuo ruolo in questo luogo.')).toBeVisible()
  await expect(page.getByLabel('Nome e cognome')).toBeFocused()
  await expectAccessible(page)

  const restore = await failCall(page, 'requireLocationProperty')
  await page.getByLabel('Nome e cognome').fill('Anna Bianchi')
  await page.getByLabel('Il tuo ruolo').fill("Gestisco l'edicola dal 1998")
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(page.getByRole('alert')).toHaveText('Errore di rete, riprova più tardi.')
  await restore()
  await page.getByLabel('Email').fill('non un indirizzo')
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(page.getByText('Inserisci un indirizzo email valido.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('edicola@example.it')
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Anna Bianchi')
  await expect(page.getByLabel('Il tuo ruolo')).toHaveValue("Gestisco l'edicola dal 1998")
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expect(
    page.getByText(
      'Abbiamo ricevuto la tua richiesta per Piazza del Duomo. Dopo averla verificata ti scriveremo a edicola@example.it.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Torna al luogo' }).click()
  await expect(page).toHaveURL(new RegExp(`/location/${placeId}$`))
})

test('Without a place, the claim form links to the search', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/require-location-property')
  await expect(page.getByRole('heading', { name: 'Di quale luogo si tratta?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Cerca un luogo' }).click()
  await expect(page).toHaveURL(/\/search$/)
})

test('A place without followers or spotted posts says so; an unknown place is unavailable', async ({
  createBrowserUser,
  visitor,
}) => {
  const anna = await createBrowserUser('anna')
  const placeId = await findPlaceAt(anna)
  const { page } = anna
  await page.goto(`/location-followers/${placeId}`)
  await expect(page.getByText('Nessun follower trovato.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/location-spotted/${placeId}`)
  await expect(page.getByRole('heading', { name: 'Spotted', exact: true })).toBeVisible()
  await expect(page.getByText('Nessun post spotted trovato.')).toBeVisible()
  await expectAccessible(page)
  for (const path of [
    '/location/999999999',
    '/location/duomo',
    '/location-followers/999999999',
    '/location-spotted/999999999',
    '/require-location-property?location=999999999',
  ]) {
    await page.goto(path)
    await expect(page.getByText('Luogo non disponibile.'), path).toBeVisible()
  }
  await expectAccessible(page)
  // Opened by a link: a page opened by its address has the place preloaded.
  await anna.callOk('followPlace', { place_id: placeId })
  await page.goto(`/locations/${anna.user.id}`)
  const restore = await failCall(page, 'getLocation')
  await page.getByRole('link', { name: /^Piazza del Duomo/ }).click()
  await expect(page.getByText('Luogo non disponibile.')).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()

  await visitor.page.goto(`/location/${placeId}`)
  await expect(visitor.page).toHaveURL(/\/login$/)
})

test('A tab whose code does not arrive says so and leads back to the posts; the next press tries again', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const post = await publishPost(anna, 'Sotto il portico')
  const { page } = anna
  await page.route(/\/assets\/PlaceInfo[^/]*\.js$/, (route) => route.abort())
  await page.goto(`/location/${post.location_id}`)
  await page.getByRole('tab', { name: 'Info' }).click()
  await expect(page.getByText(/Errore di rete/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Post' })).toHaveAttribute('aria-selected', 'true')
  await expect(cardWithText(page, 'Sotto il portico')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('tab', { name: 'Info' }).click()
  await expect(page.getByRole('button', { name: 'Segnala il luogo' })).toBeVisible()
})

test('A long name is cut in the title, and complete below it', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { results } = await anna.callOk('search', { q: 'Università degli Studi di Milano' })
  const place = results.find(({ location_name }) => location_name === 'Università degli Studi di Milano')!
  const { page } = anna
  await page.goto(`/location/${place.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Università degli Stu...')
  await expect(page.getByRole('heading', { level: 2, name: 'Università degli Studi di Milano' })).toBeVisible()
  await expectNoHorizontalScroll(page)
})
