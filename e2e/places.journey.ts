import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readQrCode } from '#web/platform/testing/read-qr-code.ts'
import { sql } from '#server/testing/sql.ts'
import { photoFile, photoUrl } from './support/photo-file.ts'
import { failCall, isCall } from './support/network.ts'
import {
  cardWithText,
  choosePlace,
  findPlaceAt,
  publishPost,
  publishPosts,
  waitUntilPublished,
} from './support/posts.ts'
import { expectNoHorizontalScroll, expectOneFont } from './support/layout.ts'
import { signIn, signOut } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

const napoli = { latitude: 40.83593, longitude: 14.24878 }

test('Anna without a position lets the picker locate her, and finds a place by its name', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna', { at: napoli, located: false })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(dialog.getByRole('region', { name: 'Le città più grandi' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Usa la mia posizione' }).click()
  const nearby = dialog.getByRole('region', { name: 'Vicino a te' }).getByRole('listitem')
  await expect(nearby).toHaveCount(20)
  await expect(nearby.getByText('Napoli').first()).toBeVisible()
  await dialog.getByLabel('Cerca un luogo o una città').fill('pinacoteca di bre')
  const found = dialog.getByRole('region', { name: 'Luoghi trovati' })
  await expect(found.getByRole('button', { name: /^Pinacoteca di Brera/ })).toContainText(/6\d\d km/)
  await dialog.getByLabel('Cerca un luogo o una città').fill('zzz')
  await expect(dialog.getByText('Nessun luogo per «zzz»')).toBeVisible()
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
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  await expect(dialog.getByText(/a queste coordinate: 45,3512\s·\s9,0512/)).toBeVisible()
  await expectAccessible(page)
  await expectOneFont(page)
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
const atKiosk = { latitude: 45.451_23, longitude: 9.151_23 }

test('Without streets Anna puts her kiosk beside a square that people know, not where she is', async ({
  createBrowserUser,
  db,
}) => {
  const { page } = await createBrowserUser('anna', { at: { latitude: 45.465_51, longitude: 9.188_51 } })
  const dialog = await addKiosk(page)
  await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
  const points = dialog.getByRole('radiogroup', { name: 'Punto del luogo' })
  await expect(points.getByRole('radio', { name: 'Proprio dove mi trovo' })).toBeChecked()
  const status = dialog.getByText(/a queste coordinate/)
  await expect(status).toContainText(/45,4655\s·\s9,1885/)
  await points.getByRole('radio', { name: /^Accanto a Piazza del Duomo \(\d+ m\)$/ }).check()
  await expect(status).not.toContainText('45,4655')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Aggiungi e rendi pubblico' }).click()
  await expect(dialog).toHaveCount(0)
  const points4 = sql`SELECT name, round(latitude::numeric, 4) AS latitude FROM places
    WHERE name IN ('Chiosco Zanzibar', 'Piazza del Duomo') AND town = 'Milano' ORDER BY name`
  const [kiosk, square] = (await points4.all(db)) as { latitude: string }[]
  expect(kiosk!.latitude).toBe(square!.latitude)
})

test.describe('With a file of streets', () => {
  test.use({ streets: 'protomaps' })

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
    expect(await readPoint()).toEqual([45.451, 9.151])
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
    await expect(status).not.toContainText('9,1510')
    const [draggedLatitude, draggedLongitude] = await readPoint()
    expect(draggedLatitude).toBe(45.451)
    expect(draggedLongitude).toBeGreaterThan(9.148)
    expect(draggedLongitude).toBeLessThan(9.15)

    await map.press('ArrowUp')
    await expect(status).not.toContainText('45,4510')
    const [northern = 0] = await readPoint()
    await map.click({ position: { x: box.width / 2, y: box.height - 40 } })
    await expect.poll(async () => (await readPoint())[0]).toBeLessThan(northern)
    const [latitude, longitude] = await readPoint()
    expect(longitude).toBe(draggedLongitude)
    await dialog.getByRole('button', { name: 'Avvicina' }).click()
    await dialog.getByRole('button', { name: 'Aggiungi e rendi pubblico' }).click()
    await expect(dialog).toHaveCount(0)
    const kiosk = sql`SELECT latitude, longitude FROM places WHERE name = 'Chiosco Zanzibar'`
    expect(await kiosk.all(db)).toEqual([{ latitude, longitude }])
  })

  test('The map of a new place stays where it was moved when the colours change; where it has no streets, it is not offered', async ({
    createBrowserUser,
  }) => {
    const { page } = await createBrowserUser('anna', { at: atKiosk })
    await page.setViewportSize({ width: 320, height: 640 })
    const dialog = await addKiosk(page)
    const status = dialog.getByText(/a queste coordinate/)
    const map = dialog.getByRole('region', { name: 'Mappa', exact: true })
    await dialog.getByRole('radio', { name: 'Dove mi trovo adesso' }).check()
    await map.press('ArrowRight')
    await expect(status).not.toContainText('9,1510')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(dialog.locator('[aria-busy=false] canvas')).toBeVisible()
    await map.press('ArrowLeft')
    await expect(status).toContainText(/9,1510/)

    await dialog.getByRole('radio', { name: 'Al centro di una città' }).check()
    await dialog.getByLabel('Quale città?').fill('Pavia')
    await dialog.getByRole('radio', { name: 'Pavia (PV)', exact: true }).check()
    await expect(status).toContainText(/45,1\d\d\d\s·\s9,1\d\d\d/)
    await expect(map).toHaveCount(0)
    await dialog.getByLabel('Quale città?').fill('Milano')
    await dialog.getByRole('radio', { name: 'Milano (MI)', exact: true }).check()
    await expect(map).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expectAccessible(page)
  })
})

test('Nearby places that fail to load can be retried, and a town can be found meanwhile @core', async ({ page }) => {
  // The first attempt fails, the second one waits.
  const second = Promise.withResolvers<void>()
  let attempts = 0
  const matches = isCall('getNearbyLocations')
  await page.route(matches, async (route) => {
    attempts++
    if (attempts > 1) await second.promise
    await route.abort()
  })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(
    dialog.getByText('I luoghi vicini tardano ad arrivare. Intanto puoi cercare un luogo qui sopra.'),
  ).toBeVisible()
  await dialog.getByLabel('Cerca un luogo o una città').fill('berga')
  await expect(dialog.getByRole('button', { name: /^Bergamo/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancella la ricerca' }).click()
  second.resolve()
  await expect(dialog.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await page.unroute(matches)
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
    await page.getByLabel('Galleria').setInputFiles(await photoFile())
    await expect(page.getByRole('img', { name: 'Anteprima dell’immagine' })).toBeVisible()
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
    await page.getByRole('button', { name: 'Aggiorna la mia posizione' }).click()
    await expect(page.getByText('Posizione aggiornata')).toBeVisible()
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
    // The onboarding and the list beside the feed need less than who chooses a place.
    expect(positions('get_nearby_locations.php')).toEqual(new Set(['45.47 9.19', '45.466 9.187']))
    for (const { url, body } of sent) {
      const text = `${url.href} ${body.replace(/data:image[^"]*/, '')}`
      expect(text).not.toMatch(/45\.465|9\.1866/)
      if (!url.pathname.endsWith('get_nearby_locations.php')) expect(text).not.toMatch(/45\.466|9\.187/)
    }
    expect(sent.filter(({ body }) => body !== '').length).toBeGreaterThan(5)
  })
})

test('A place lists its posts page by page, and a like there shows everywhere @core', async ({ page, bruno }) => {
  await publishPosts(bruno, 13)
  const placeId = await findPlaceAt(bruno)
  await page.goto('/feed')
  await cardWithText(page, 'Post 13')
    .getByRole('link', { name: /^Piazza del Duomo/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/location/${placeId}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()
  await expect(page.getByText(/^Piazza · Milano \(MI\) · a \d+ m da te$/)).toBeVisible()
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

test('“Racconta qui” opens a post at the place, whose photos lead to their posts', async ({ page, bruno }) => {
  const name = 'Università degli Studi di Milano'
  const { results } = await bruno.callOk('search', { q: name })
  const placeId = results.find(({ location_name }) => location_name === name)!.id
  for (const text of ['Uno', 'Due', 'Tre'])
    await publishPost(bruno, text, { image: await photoUrl(), location_id: placeId })
  await page.goto(`/location/${placeId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Università degli Stu...')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await page
    .getByRole('list', { name: `Foto da ${name}` })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Racconta qui' }).click()
  await expect(page).toHaveURL(/\/new-spot$/)
  await expect(page.getByText(name).first()).toBeVisible()
})

test('The tabs of a place hold events and information, lead its owner to a form, and Back finds the one that was open', async ({
  anna,
  page,
}) => {
  const placeId = await findPlaceAt(anna)
  await page.goto(`/location/${placeId}`)
  await expect(page.getByRole('heading', { name: 'Qui nessuno ha ancora scritto' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Info' }).click()
  const info = page.getByRole('tabpanel')
  await expect(info.getByText(/^Font[ei]:/)).toBeVisible()
  const latitude = info.locator('data.latitude')
  await expect(latitude).toHaveAttribute('value', /^45\.46/)
  await expect(latitude).toBeHidden()
  await info.getByRole('link', { name: 'Sei il proprietario di questo luogo?' }).click()
  await expect(page).toHaveURL(new RegExp(`/require-location-property\\?location=${placeId}$`))
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Info' })).toHaveAttribute('aria-selected', 'true')
})

test('The Info tab shows a still map of the place, which leads to the map there and is gone with the tab', async ({
  anna,
  page,
}) => {
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
  await expect(info.getByRole('button', { name: 'Avvicina' })).toHaveCount(0)

  await expect(info.locator('[aria-busy=false] canvas')).toBeVisible()
  const canvas = await info.locator('canvas').evaluateHandle((element) => element as HTMLCanvasElement)
  await page.getByRole('tab', { name: 'Post' }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
  expect(await canvas.evaluate((element) => element.getContext('webgl2')?.isContextLost())).toBe(true)
  await page.getByRole('tab', { name: 'Info' }).click()
  await link.click()
  await expect(page).toHaveURL(/\/map#15\.00\/45\.46\d\d\/9\.1\d\d\d\/week$/)
})

test('The claim form says what is missing, keeps its input after a failure and says what happens next', async ({
  anna,
  page,
}) => {
  const placeId = await findPlaceAt(anna)
  await page.goto(`/require-location-property?location=${placeId}`)
  const send = page.getByRole('button', { name: 'Invia la richiesta' })
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.it')
  await send.click()
  await expect(page.getByText('Inserisci il tuo nome.')).toBeVisible()
  await expect(page.getByText('Scrivi qualcosa sul tuo ruolo in questo luogo.')).toBeVisible()
  await expect(page.getByLabel('Nome e cognome')).toBeFocused()
  await expectAccessible(page)
  const restore = await failCall(page, 'requireLocationProperty')
  await page.getByLabel('Nome e cognome').fill('Anna Bianchi')
  await page.getByLabel('Il tuo ruolo').fill("Gestisco l'edicola dal 1998")
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Errore di rete, riprova più tardi.')
  await restore()
  await send.click()
  await expect(
    page.getByText(/Abbiamo ricevuto la tua richiesta per Piazza del Duomo.* anna@example.it\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Torna al luogo' }).click()
  await expect(page).toHaveURL(new RegExp(`/location/${placeId}$`))
})

test('An unknown place is unavailable, one that fails to load can be retried, and a claim of none leads to the search', async ({
  anna,
  page,
}) => {
  const placeId = await findPlaceAt(anna)
  for (const path of ['location', 'location-followers', 'location-spotted']) {
    await page.goto(`/${path}/999999999`)
    await expect(page.getByText('Luogo non disponibile.'), path).toBeVisible()
  }
  await expectAccessible(page)
  await page.goto('/require-location-property')
  await page.getByRole('link', { name: 'Cerca un luogo' }).click()
  await expect(page).toHaveURL(/\/search$/)
  // Opened by a link: a page opened by its address has the place preloaded.
  await anna.callOk('followPlace', { place_id: placeId })
  await page.goto(`/locations/${anna.user.id}`)
  const restore = await failCall(page, 'getLocation')
  await page.getByRole('link', { name: /^Piazza del Duomo/ }).click()
  await expect(page.getByText('Luogo non disponibile.')).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()
})

test('A visitor without an account reads a place, its events and its public posts, and signs in to write there', async ({
  anna,
  visitor: { page },
}) => {
  const post = await publishPost(anna, 'Sotto il portico')
  await page.goto(`/location/${post.location_id}`)
  await expect(cardWithText(page, 'Sotto il portico')).toBeVisible()
  await expect(page.getByRole('link', { name: /Follower/ })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Segui' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Info' }).click()
  await expect(page.getByText(/^Font[ei]: /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Segnala il luogo' })).toBeHidden()
  await page.getByRole('link', { name: 'Accedi per scrivere qui' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('A tab whose code does not arrive says so and leads back to the posts; the next press tries again', async ({
  anna,
  page,
}) => {
  const post = await publishPost(anna, 'Sotto il portico')
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

/** Collects what a page requests from elsewhere, and the code of QR codes. */
function collectUnasked(page: Page, ownUrl: string): string[] {
  const unasked: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('data:') || url.startsWith('blob:')) return
    if (!url.startsWith(ownUrl) || url.includes('PlaceQrDialog')) unasked.push(url)
  })
  return unasked
}

test('Anna passes a place on: she copies its link, prints one sheet with its code and keeps the code as a file', async ({
  anna,
  page,
  server,
}) => {
  const placeId = await findPlaceAt(anna)
  const link = `${server.url}/location/${placeId}`
  const unasked = collectUnasked(page, server.url)
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(link)
  const share = page.getByRole('button', { name: 'Condividi il luogo' })
  await share.click()
  const sheet = page.getByRole('dialog', { name: 'Condividi il luogo' })
  await expect(sheet.getByRole('button', { name: 'Codice QR' })).toBeVisible()
  await expectAccessible(page)
  expect(unasked).toEqual([])
  await sheet.getByRole('button', { name: 'Copia link' }).click()
  await expect(page.getByText('Link copiato')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await share.click()
  await sheet.getByRole('button', { name: 'Codice QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Codice QR' })
  const code = dialog.getByRole('img', { name: 'Codice QR della pagina di Piazza del Duomo' })
  await expect(dialog.getByText('Milano (MI) · Dintorni')).toBeVisible()
  await expect(dialog.getByText(link)).toBeVisible()
  await expectAccessible(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await readQrCode(await code.screenshot()), colorScheme).toBe(link)
  }

  let printedCount = 0
  await page.exposeFunction('print', () => printedCount++)
  await dialog.getByRole('button', { name: 'Stampa' }).click()
  await expect.poll(() => printedCount).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const lines = await page.evaluate(() => document.body.innerText.split(/\n+/).filter(Boolean))
  expect(lines).toEqual(['Piazza del Duomo', 'Milano (MI)', 'Racconta cosa succede qui', 'Dintorni', link])
  expect(await readQrCode(await page.screenshot({ fullPage: true }))).toBe(link)
  const pdf = await page.pdf({ format: 'A4', printBackground: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: null })

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Scarica' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('QR Piazza del Duomo.svg')
  expect(await readQrCode(await readFile(await download.path()))).toBe(link)

  await dialog.getByRole('button', { name: 'Chiudi' }).click()
  await expect(dialog).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()
})

test('“Portami lì” on a computer opens the point on OpenStreetMap in a new tab, which does not learn where Anna came from', async ({
  anna,
  page,
}) => {
  const referrers: (string | undefined)[] = []
  await anna.context.route('https://www.openstreetmap.org/**', async (route) => {
    referrers.push(
      await route
        .request()
        .headerValue('referer')
        .then((value) => value ?? undefined),
    )
    await route.fulfill({ body: 'OpenStreetMap' })
  })
  await page.goto(`/location/${await findPlaceAt(anna)}`)
  const link = page.getByRole('link', { name: 'Portami lì' })
  await expect(link).toBeVisible()
  expect(referrers).toEqual([])
  const opening = anna.context.waitForEvent('page')
  await link.press('Enter')
  const tab = await opening
  await expect(tab).toHaveURL(
    /^https:\/\/www\.openstreetmap\.org\/\?mlat=45\.46\d{3}&mlon=9\.1\d{4}#map=17\/45\.46\d{3}\/9\.1\d{4}$/,
  )
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  expect(referrers).toEqual([undefined])
})

test.describe('On an Android phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  })

  test('A visitor is taken to a place with a long and odd name by the phone’s own map, and sees its code on a narrow screen', async ({
    bruno,
    server,
    visitor: { page },
  }) => {
    const name = `L’“Osteria” (da Gino), ${'precipitevolissimevolmente'.repeat(2)}`
    const point = { latitude: 45.3512, longitude: 9.0512 }
    const { place } = await bruno.callOk('addPlace', { name, kind: 'restaurant', ...point, is_new: 1 })
    const unasked = collectUnasked(page, server.url)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/location/${place!.id}`)
    const link = page.getByRole('link', { name: 'Portami lì' })
    const href = (await link.getAttribute('href')) ?? ''
    const [, label = ''] = href.match(/^geo:45\.35120,9\.05120\?q=45\.35120,9\.05120\(([^()]+)\)$/) ?? []
    expect(decodeURIComponent(label)).toBe(name)
    await expectNoHorizontalScroll(page)
    expect(unasked).toEqual([])
    // No app takes it here: the page stays. Its Content-Security-Policy has nothing against it.
    await link.click()
    await expect.poll(() => unasked).toEqual([href])
    await expect(page).toHaveURL(/\/location\/\d+$/)

    await page.getByRole('button', { name: 'Condividi il luogo' }).click()
    await page.getByRole('button', { name: 'Codice QR' }).click()
    const dialog = page.getByRole('dialog', { name: 'Codice QR' })
    const code = dialog.getByRole('img', { name: `Codice QR della pagina di ${name}` })
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expect(code).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: 'Stampa' })).toBeInViewport({ ratio: 1 })
    // Taking a picture of it would scroll.
    expect(await readQrCode(await page.screenshot())).toBe(`${server.url}/location/${place!.id}`)
    await expectAccessible(page)
  })
})
