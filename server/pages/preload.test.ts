import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreloadedData } from '#contract/preloaded-data.ts'
import { urlOf } from '#contract/call-paths.ts'
import {
  type Client,
  duomo,
  createTestWorld,
  createPhoto,
  type TestUser,
  type TestWorld,
} from '#server/testing/fixtures/test-world.ts'

let world: TestWorld
let anna: TestUser
let bruno: TestUser
beforeAll(async () => {
  world = await createTestWorld()
  anna = await world.createUser('anna')
  bruno = await world.createUser('bruno')
  await anna.callOk('completeOnboarding', {})
})
afterAll(() => world.close())

const milano = 'where=45.46_9.19'

/** Opens the page with her session, and whatever cookies stand beside it. */
async function opens(who: Client, more = milano, url = '/feed') {
  const response = await who.request(url, { headers: { cookie: `${sessions.get(who) ?? ''}; ${more}` } })
  const page = await response.text()
  const json = page.match(/<script type="application\/json" id="opening">(.*)<\/script>/s)?.[1]
  return { page, opening: json === undefined ? null : (JSON.parse(json) as PreloadedData), headers: response.headers }
}
const sessions = new Map<Client, string>()

/** Signs in once more, and remembers the cookie. */
async function signsIn(name: string): Promise<Client> {
  const client = world.createVisitor()
  const response = await client.request('/api/auth/login.php', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.it`, password: 'una lunga frase segreta' }),
  })
  sessions.set(client, response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  return client
}

/** Without the opening there is nothing of anybody in a page. */
const isEmpty = ({ page, opening }: Awaited<ReturnType<typeof opens>>) =>
  opening === null && page.includes('<div id="root"></div>') && !page.includes('/media/')

test('To Anna the page of the feed comes with what the calls would answer her', async () => {
  await bruno.createPost('Ciao </script><!-- \u2028', { image: await createPhoto() })
  const browser = await signsIn('anna')
  const answer = await anna.callOk('getFeed', duomo)
  const { user } = await anna.callOk('getAccount', {})
  for (const url of ['/', '/feed', '/feed?from=home']) {
    const { opening, page, headers } = await opens(browser, milano, url)
    expect(opening).toEqual({ user, asked: urlOf('getFeed', { lon: 9.19, lat: 45.46 }), answer })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toContain('cookie')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page).toContain('imagesrcset="/media/')
    expect(page).toContain('fetchpriority="high"')
  }
})

test('A place and a person come with what they are, with their first posts, and with their code', async () => {
  const post = await bruno.createPost('Da qui', { image: await createPhoto() })
  const browser = await signsIn('anna')
  const { user } = await anna.callOk('getAccount', {})
  const place = { location_id: post.location_id }
  const pages = [
    [`/location/${post.location_id}`, urlOf('getLocation', place), await anna.callOk('getLocation', place)],
    [
      `/profile/${bruno.id}`,
      urlOf('getProfile', { user_id: bruno.id }),
      await anna.callOk('getProfile', { user_id: bruno.id }),
    ],
    ['/profile', urlOf('getProfile', { user_id: anna.id }), await anna.callOk('getProfile', { user_id: anna.id })],
  ] as const
  for (const [url, asked, answer] of pages) {
    const { opening, page, headers } = await opens(browser, '', url)
    expect([url, opening]).toEqual([url, { user, asked, answer }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(page).toMatch(/<link rel="modulepreload"[^>]+place-and-profile-[\w-]+\.js/)
    expect(page.includes('imagesrcset="/media/')).toBe(url !== '/profile')
  }
})

test('What is not there opens a page with nothing in it, which hears so itself', async () => {
  const browser = await signsIn('anna')
  for (const url of [
    '/location/999999999',
    '/location/x',
    '/location/-1',
    '/profile/999999999',
    '/profile/1e3',
    '/profile/%00',
  ])
    expect([url, isEmpty(await opens(browser, milano, url))]).toEqual([url, true])
})

test('What was told to others, and what nobody can read, opens the page without anything in it', async () => {
  const browser = await signsIn('anna')
  for (const where of [
    '',
    'where=',
    'where=45.4641_9.1898',
    'where=91_0',
    'where=x_y',
    'where=%00',
    `where=${'9'.repeat(3000)}`,
  ])
    expect([where, isEmpty(await opens(browser, where))]).toEqual([where, true])
})

test('Nobody who is not signed in, or still at the first steps, gets more than the page', async () => {
  for (const url of ['/', '/feed', '/profile', `/profile/${anna.id}`, '/location/1', '/login']) {
    expect((await opens(world.createVisitor(), milano, url)).page).toMatch(
      /<link rel="modulepreload"[^>]+login-[\w-]+\.js/,
    )
    for (const [browser, cookie] of [
      [world.createVisitor(), milano],
      [world.createVisitor(), `sid=${'x'.repeat(43)}; ${milano}`],
      [await signsIn('bruno'), milano],
    ] as const)
      expect([url, isEmpty(await opens(browser, cookie, url))]).toEqual([url, true])
  }
})

test('With the session what the page holds ends', async () => {
  const browser = await signsIn('anna')
  for (const url of ['/feed', '/profile'])
    expect((await opens(browser, milano, url)).opening?.user.username).toBe('anna')
  await browser.request('/api/auth/logout.php', { method: 'POST', headers: { cookie: sessions.get(browser) ?? '' } })
  for (const url of ['/feed', '/profile']) expect(isEmpty(await opens(browser, milano, url))).toBe(true)
})

test('What Anna may not see is not in her page', async () => {
  const carla = await world.createUser('carla')
  const { id, location_id } = await carla.createPost('Solo per chi mi segue', { privacy: 'followers' })
  const browser = await signsIn('anna')
  const addresses = ['/feed', `/location/${location_id}`, `/profile/${carla.id}`]
  const shownAt = async () => {
    const pages = await Promise.all(addresses.map((url) => opens(browser, milano, url)))
    return pages.map(({ page }) => page.includes(String(id)) && page.includes('Solo per chi mi segue'))
  }
  expect(await shownAt()).toEqual([false, false, false])
  await anna.follow(carla)
  expect(await shownAt()).toEqual([true, true, true])
  await carla.block(anna)
  expect(await shownAt()).toEqual([false, false, false])
  expect(isEmpty(await opens(browser, milano, `/profile/${carla.id}`))).toBe(true)
})
