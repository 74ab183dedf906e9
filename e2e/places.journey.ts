import { photoFile } from './photo-file.ts'
import { breakCall } from './network.ts'
import { cardSaying, choosesPlace, publishes } from './publishing.ts'
import { asksToLeave, signIn } from './signing-in.ts'
import { expect, expectAccessible, test } from './world.ts'

const napoli = { latitude: 40.83593, longitude: 14.24878 }

test('Who denies the position is told, chooses a town, and has a feed', async ({ neighbour, person }) => {
  await publishes(await neighbour('bruno'), 'Ciao dal Duomo')
  const { page, context } = await person('anna', { located: false })
  await context.clearPermissions()
  await page.goto('/')
  await expect(page).toHaveURL(/\/required-location$/)
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toHaveText("È necessario permettere l'accesso alla posizione per procedere.")
  await expect(page).toHaveURL(/\/required-location$/)

  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await page.getByLabel('Cerca una città').fill('Bergam')
  await page.getByRole('dialog').getByRole('button', { name: /^Bergamo/ }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(cardSaying(page, 'Ciao dal Duomo')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/feed$/)
})

test('A browser that knows no positions says so', async ({ person }) => {
  const { page } = await person('anna', { located: false })
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'))
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toHaveText('Geolocalizzazione non supportata dal tuo browser.')
  await expect(page.getByRole('button', { name: 'Scegli una città' })).toBeEnabled()
})

test('A town is found by how it begins; what is no town is said to be none', async ({ person }) => {
  const { page } = await person('anna', { located: false })
  const mend = await breakCall(page, 'findTowns')
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scegli una città' })
  await expect(dialog.getByText('Le città non si caricano.')).toBeVisible()
  await mend()
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

test('The places around come nearest first, with their distance, and others by their town', async ({ person }) => {
  const { page } = await person('anna', { at: napoli })
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

  await dialog.getByLabel('Cerca un luogo o una città').fill('mila')
  const towns = dialog.getByRole('region', { name: 'Città e paesi' })
  await expect(towns.getByRole('button', { name: /^Milano/ })).toContainText(/6\d\d km/)
  await dialog.getByLabel('Cerca un luogo o una città').fill('zzz')
  await expect(dialog.getByText('Nessun luogo per «zzz»')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(nearby).toHaveCount(20)
})

test('Who has not said where they are finds the largest towns, and may be located there and then', async ({ person }) => {
  const { page } = await person('anna', { at: napoli, located: false })
  await page.goto('/new-spot')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(dialog.getByRole('region', { name: 'Le città più grandi' }).getByRole('button', { name: /^Roma/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Usa la mia posizione' }).click()
  await expect(dialog.getByRole('region', { name: 'Vicino a te' }).getByText('Napoli').first()).toBeVisible()
})

test('Places nearby that do not come can be asked for again, and meanwhile a town be found', async ({ person }) => {
  const { page } = await person('anna')
  await page.goto('/new-spot')
  const mend = await breakCall(page, 'getNearbyLocations')
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dove sei?' })
  await expect(dialog.getByText('I luoghi vicini tardano ad arrivare. Intanto puoi cercare una città qui sopra.')).toBeVisible()
  await dialog.getByLabel('Cerca un luogo o una città').fill('berga')
  await expect(dialog.getByRole('button', { name: /^Bergamo/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(dialog.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await mend()
  await dialog.getByRole('button', { name: 'Riprova' }).click()
  await expect(dialog.getByRole('button', { name: /^Piazza del Duomo/ })).toBeVisible()
})

test('In a whole visit the exact position never leaves the browser', async ({ browserAt }) => {
  const { page } = await browserAt({ latitude: 45.4655512, longitude: 9.1866634 })
  const sent: { url: URL; body: string }[] = []
  page.on('request', (request) => sent.push({ url: new URL(request.url()), body: request.postData() ?? '' }))

  await page.goto('/register')
  await page.getByLabel('Username').fill('anna')
  await page.getByLabel('Email').fill('anna@example.it')
  await page.getByLabel('Password', { exact: true }).fill('una lunga frase segreta')
  await page.getByRole('button', { name: 'Registrati' }).click()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await page.getByRole('link', { name: 'Scrivi il primo post' }).click()
  await page.getByLabel('Testo del post').fill('Dove sono io lo so')
  await page.locator('input[type=file]:not([capture])').setInputFiles(await photoFile())
  await expect(page.getByRole('img', { name: "Anteprima dell'immagine" })).toBeVisible()
  await choosesPlace(page, /^Piazza del Duomo/)
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
  const card = cardSaying(page, 'Dove sono io lo so')
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await card.getByRole('link', { name: /commenti$/ }).click()
  await page.getByPlaceholder('Scrivi un commento...').fill('E non lo dico')
  await page.getByRole('button', { name: 'Invia il commento' }).click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await page.getByRole('link', { name: /Cambia posizione/ }).click()
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  expect(await page.evaluate(() => localStorage.getItem('latitude'))).toBe('45.4655512')
  await asksToLeave(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await signIn(page, 'anna@example.it')
  await expect(page).toHaveURL(/\/required-location$/)

  const located = sent.map(({ url }) => url).filter(({ searchParams }) => searchParams.has('lat'))
  const positions = (path: string) => new Set(located.filter(({ pathname }) => pathname.endsWith(path)).map(({ searchParams }) => `${searchParams.get('lat')} ${searchParams.get('lon')}`))
  expect(positions('get_feed.php')).toEqual(new Set(['45.47 9.19']))
  expect(positions('get_nearby_locations.php')).toEqual(new Set(['45.466 9.187']))
  for (const { url, body } of sent) {
    const text = `${url.href} ${body.replace(/data:image[^"]*/, '')}`
    expect(text).not.toMatch(/45\.465|9\.1866/)
    if (!url.pathname.endsWith('get_nearby_locations.php')) expect(text).not.toMatch(/45\.466|9\.187/)
  }
  expect(sent.filter(({ body }) => body !== '').length).toBeGreaterThan(5)
})

test('The choice of a position and of a town can be used by everybody', async ({ person }) => {
  const { page, context } = await person('anna', { located: false })
  await context.clearPermissions()
  await page.goto('/required-location')
  await page.getByRole('button', { name: 'Attiva la posizione' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Scegli una città' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Roma/ })).toBeVisible()
  await expectAccessible(page)
})
