import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { countMap } from '#server/map/map.actions.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ApiUser, expect, milano, test } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { isCall, waitForReply } from './support/network.ts'
import { cardWithText, createNeighbours, findPlaceAt, publishPost, publishPosts } from './support/posts.ts'
import { mainStreet } from './support/streets.ts'
import { spread } from './support/touch.ts'

const desk = { viewport: { width: 1280, height: 800 } }

// Without a graphics card, drawing a map keeps both cores busy for a second: fewer pixels, and more time.
test.use({ deviceScaleFactor: 1 })
test.beforeEach(() => test.slow())

/** One post of each of three people in the middle of Milano, so that its cell shows. */
async function publishInMilano(createApiUser: (name: string) => Promise<ApiUser>) {
  const people = await Promise.all(['bruno', 'carla', 'dario'].map(createApiUser))
  for (const person of people) await publishPost(person, `Da ${person.user.username}`)
  return people
}

const listOf = (page: Page) => page.getByRole('region', { name: 'In questa zona' })
const canvasOf = (page: Page) => page.getByRole('region', { name: /^Mappa\. Con le frecce/ }).locator('canvas')

/** Waits until the map has come to rest after `act`: then the URL holds the new view. */
async function untilMoved(page: Page, act: () => Promise<unknown>): Promise<void> {
  // The first view is noted when the map has loaded, in a form of its own.
  await expect(page).toHaveURL(/#\d+\.\d\d\//)
  const before = page.url()
  await act()
  await expect.poll(() => page.url()).not.toBe(before)
}

/** Returns the colour that a point of the page is shown in. */
async function colourAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
  const pixel = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  const { data } = await sharp(pixel).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return `#${data.subarray(0, 3).toString('hex')}`
}

test('Anna goes from the search to the map, touches a place, reads, and finds the map where she left it @core', async ({
  page,
  createApiUser,
  db,
}) => {
  const [bruno] = await publishInMilano(createApiUser)
  await countMap(db)
  const [place] = await bruno!.callOk('getNearbyLocations', { lat: milano.latitude, lon: milano.longitude })
  await page.goto('/search')
  await page.getByRole('navigation', { name: 'Come esplorare' }).getByRole('link', { name: 'Mappa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Esplora' })).toBeVisible()
  const marker = page.locator(`a[data-place="${place!.id}"]`)
  await expect(marker).toBeVisible()
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await expect(marker).toHaveAttribute('data-new', '')
  await untilMoved(page, () => canvasOf(page).press('+'))
  const address = page.url()
  await marker.click()
  await expect(page).toHaveURL(new RegExp(`/location/${place!.id}$`))
  await expect(cardWithText(page, 'Da bruno')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(address)
  // A place that she has opened no longer counts as new.
  await expect(marker).toBeVisible()
  await expect(marker).not.toHaveAttribute('data-new')
  await expect(listOf(page).getByText('Novità')).toHaveCount(0)
})

test('From far the map tints a cell, from the list one comes near, and the period changes what counts', async ({
  page,
  createApiUser,
  db,
}) => {
  await publishInMilano(createApiUser)
  await countMap(db)
  await page.goto('/map#5/42.3/12.5/week')
  const cell = listOf(page).getByRole('button', { name: 'Avvicina la mappa: Milano (MI)' })
  await expect(cell).toBeVisible()
  await expect(listOf(page).getByText('3 post negli ultimi 7 giorni')).toBeVisible()
  await page.getByRole('radio', { name: 'Oggi' }).click()
  await expect(listOf(page).getByText('3 post nelle ultime 24 ore')).toBeVisible()
  await expect(page).toHaveURL(/\/day$/)
  await expect(canvasOf(page)).toBeVisible()
  await untilMoved(page, () => cell.click())
  await expect(page).toHaveURL(/#7\.00\//)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

test('A new post in view pulses, and while nothing changes the page gets no body again', async ({
  page,
  createApiUser,
  db,
}) => {
  const [bruno] = await publishInMilano(createApiUser)
  await countMap(db)
  await page.clock.install()
  await page.goto('/map#12/45.464/9.19/week')
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  // A place that the map has not shown before does not count as new.
  await expect(page.locator('[data-place]')).toBeVisible()
  await expect(page.locator('[data-pulse]')).toHaveCount(0)
  const unchanged = waitForReply(page, 'getMapPlaces')
  await page.clock.runFor(21_000)
  expect((await unchanged).status()).toBe(304)
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await publishPost(bruno!, 'Appena successo')
  await countMap(db)
  await page.clock.runFor(21_000)
  // First: it ends after 2.6 s.
  await expect(page.locator('[data-pulse]')).toHaveCount(1)
  await expect(listOf(page).getByText('4 post', { exact: true })).toBeVisible()
  // It ends by itself.
  await page.clock.runFor(5_000)
  await expect(page.locator('[data-pulse]')).toHaveCount(0)
})

test('The map asks nobody but its own server, and never for where exactly the device is', async ({
  createApiUser,
  createBrowserUser,
  server,
  db,
}) => {
  await publishInMilano(createApiUser)
  await countMap(db)
  const at = { latitude: 45.46417777, longitude: 9.18983333 }
  const { page } = await createBrowserUser('anna', { at })
  const urls: string[] = []
  page.context().on('request', (request) => urls.push(request.url()))
  await page.goto('/map')
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Intorno a me' }).click()
  await expect.poll(() => urls.filter((url) => url.includes('/map/tiles/base/')).length).toBeGreaterThan(0)
  const foreign = urls.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))
  expect(foreign).toEqual([])
  expect(urls.filter((url) => /45\.464|9\.189/.test(url))).toEqual([])
  // The middle of what it asks for is not the position either, not even rounded.
  for (const url of urls.filter((one) => isCall('getMapPlaces')(new URL(one)))) {
    const box = Object.fromEntries(new URL(url).searchParams)
    expect((Number(box.north) + Number(box.south)) / 2).not.toBeCloseTo(at.latitude, 3)
  }
})

test('By keyboard alone Anna moves the map, Back leads to the view before a typed address, and each place is reached in the list', async ({
  page,
  createApiUser,
  db,
}) => {
  const [bruno] = await publishInMilano(createApiUser)
  await countMap(db)
  const place = await findPlaceAt(bruno!)
  await page.goto('/map#11/45.464/9.19/week')
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await canvasOf(page).focus()
  for (const key of ['ArrowRight', 'ArrowLeft', '+', '-']) await untilMoved(page, () => page.keyboard.press(key))
  const address = page.url()
  await page.goto('/map#12/45.07/7.69/week')
  await expect(listOf(page).getByText('3 post', { exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(address)
  const link = listOf(page).getByRole('link')
  await expect(link).toHaveCount(1)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/location/${place}$`))
})

test('With two fingers Anna comes nearer, and the page stays where it is', async ({ page }) => {
  await page.goto('/map#11/45.464/9.19/week')
  await expect(canvasOf(page)).toBeVisible()
  const { x, y, width, height } = (await canvasOf(page).boundingBox())!
  await untilMoved(page, () => spread(page, { x: x + width / 2, y: y + height / 2 }, 60))
  const zoom = Number(/#([\d.]+)\//.exec(page.url())?.[1])
  // From 40 to 160 pixels: two steps of zoom, but for what the first touch takes to be understood.
  expect(zoom).toBeGreaterThan(12)
  expect(zoom).toBeLessThan(14)
  expect(await page.evaluate(() => [window.scrollY, window.visualViewport?.scale])).toEqual([0, 1])
})

test('Without streets the map names the places around: a press on one opens its page', async ({ anna, page }) => {
  const [square] = (await anna.callOk('searchPlaces', { q: 'Piazza del Duomo', lat: 45.464, lon: 9.19 })).places
  const tile = page.waitForResponse((reply) => reply.url().includes('/map/tiles/places/1/14/'))
  await page.goto(`/map#16/${square!.latitude}/${square!.longitude}/week`)
  expect((await tile).status()).toBe(200)
  const { x, y, width, height } = (await canvasOf(page).boundingBox())!
  await expect(async () => {
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(page).toHaveURL(new RegExp(`/location/${square!.id}$`), { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Piazza del Duomo' })).toBeVisible()
})

test('The device is a blue point with the circle in which it may be; nothing that is sent says so', async ({
  createBrowserUser,
}) => {
  const at = { latitude: 45.4642, longitude: 9.1898, accuracy: 40 }
  const { page } = await createBrowserUser('anna', { at })
  const sent: string[] = []
  page.context().on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`/map#17/${at.latitude}/${at.longitude}/week`)
  const { x, y, width, height } = (await canvasOf(page).boundingBox())!
  const middle = { x: x + width / 2, y: y + height / 2 }
  await expect.poll(() => colourAt(page, middle)).toBe('#1c72d8')
  // Of zoom 17 a pixel is 0.42 m there: the circle ends after 96 pixels.
  const [inside, outside] = await Promise.all(
    [70, 110].map((left) => colourAt(page, { ...middle, x: middle.x - left })),
  )
  expect(inside).not.toBe(outside)
  expect(sent.filter((request) => /45\.464|9\.189/.test(request))).toEqual([])
})

for (const streets of ['protomaps', 'openmaptiles'] as const)
  test.describe(`With a file of streets in the schema ${streets}`, () => {
    test.use({ streets })

    test('the map draws them, from near', async ({ page }) => {
      const { latitude, west, east } = mainStreet
      await page.goto(`/map#16/${latitude}/${(west + east) / 2}/week`)
      await expect(page.getByText('© OpenStreetMap')).toBeVisible()
      const { x, y, width, height } = (await canvasOf(page).boundingBox())!
      const middle = { x: x + width / 2, y: y + height / 2 }
      await expect.poll(() => colourAt(page, middle)).toBe('#fffdfa')
      expect(await colourAt(page, { ...middle, y: middle.y + 60 })).not.toBe('#fffdfa')
    })
  })

test('Without WebGL the list does the same', async ({ page, createApiUser, db }) => {
  await publishInMilano(createApiUser)
  await countMap(db)
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest])
    } as typeof original
  })
  await page.goto('/map')
  await expect(page.getByText('Questo browser non può disegnare la mappa.')).toBeVisible()
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Guarda più lontano' }).click()
  await page.getByRole('button', { name: 'Guarda più lontano' }).click()
  await listOf(page).getByRole('button', { name: 'Avvicina la mappa: Milano (MI)' }).click()
  await expectAccessible(page)
})

test('When the code of the map does not arrive, the list does, and the map comes on a second try', async ({
  page,
  createApiUser,
  db,
}) => {
  await publishInMilano(createApiUser)
  await countMap(db)
  await page.route(/\/assets\/engine[^/]*\.js$/, (route) => route.abort())
  await page.goto('/map')
  await expect(page.getByText('La mappa non si è caricata.')).toBeVisible()
  await expect(listOf(page).getByText('3 post', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(canvasOf(page)).toBeVisible()
  await expect(page.getByText('La mappa non si è caricata.')).toHaveCount(0)
})

test.describe('On a desk', () => {
  test.use(desk)

  test('A map beside the feed shows where its posts are, follows what Anna reads, and leads to the large map there', async ({
    page,
    createApiUser,
  }) => {
    const neighbours = await createNeighbours(createApiUser)
    await publishPosts(neighbours, 12)
    const duomo = await findPlaceAt(neighbours[0]!)
    const station = await findPlaceAt(neighbours[0]!, { latitude: 45.486, longitude: 9.204 })
    expect(station).not.toBe(duomo)
    await publishPost(neighbours[0]!, 'In stazione', { location_id: station })
    await page.goto('/feed')
    const column = page.getByRole('complementary')
    const points = column.locator('[data-point]')
    await expect(points).toHaveCount(2)
    await expect(column.locator('[data-read]')).toHaveCount(0)
    await cardWithText(page, 'Post 8').scrollIntoViewIfNeeded()
    await expect(column.locator(`[data-point="${duomo}"][data-read]`)).toBeVisible()
    await expectAccessible(page)
    await column.getByRole('link', { name: 'Apri la mappa' }).click()
    await expect(page).toHaveURL(/\/map#11\.00\/45\.4\d+\/9\.\d+\/week$/)
  })
})
