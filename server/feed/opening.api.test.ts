import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Opening, openingLength } from '#contract/opening.ts'
import { type Client, duomo, openWorld, photo, type Person, type World } from '#server/testing/world.ts'

let world: World
let anna: Person
let bruno: Person
beforeAll(async () => {
  world = await openWorld()
  anna = await world.person('anna')
  bruno = await world.person('bruno')
  await anna.gets('completeOnboarding', {})
})
afterAll(() => world.close())

const milano = 'where=45.46_9.19'

/** Opens the page with her session, and whatever cookies stand beside it. */
async function opens(who: Client, more = milano, url = '/feed') {
  const response = await who.request(url, { headers: { cookie: `${sessions.get(who) ?? ''}; ${more}` } })
  const page = await response.text()
  const json = page.match(/<script type="application\/json" id="opening">(.*)<\/script>/s)?.[1]
  return { page, opening: json === undefined ? null : (JSON.parse(json) as Opening), headers: response.headers }
}
const sessions = new Map<Client, string>()

/** Signs in once more, and remembers the cookie. */
async function signsIn(name: string): Promise<Client> {
  const client = world.visitor()
  const response = await client.request('/api/auth/login.php', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.it`, password: 'una lunga frase segreta' }),
  })
  sessions.set(client, response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  return client
}

test('To Anna the page of the feed comes with what the calls would answer her', async () => {
  await bruno.publishes('Ciao </script><!-- \u2028', { image: await photo() })
  const browser = await signsIn('anna')
  const { success: _, ...feed } = await anna.gets('getFeed', { ...duomo, limit: openingLength })
  const { user } = await anna.gets('getAccount', {})
  for (const url of ['/', '/feed', '/feed?from=home']) {
    const { opening, page, headers } = await opens(browser, milano, url)
    expect(opening).toEqual({ user, where: { lat: 45.46, lon: 9.19 }, feed: { success: true, ...feed } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toContain('cookie')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page).toContain('imagesrcset="/media/')
    expect(page).toContain('fetchpriority="high"')
  }
})

test('What was told to others, and what nobody can read, opens the page without anything in it', async () => {
  const browser = await signsIn('anna')
  for (const where of ['', 'where=', 'where=45.4641_9.1898', 'where=91_0', 'where=x_y', 'where=%00', `where=${'9'.repeat(3000)}`]) {
    const { opening, page } = await opens(browser, where)
    expect([where, opening]).toEqual([where, null])
    expect(page).toContain('<div id="root"></div>')
  }
})

test('Nobody who is not signed in, or still at the first steps, gets more than the page', async () => {
  const empty = (await opens(world.visitor(), 'x=1')).page
  expect((await opens(world.visitor())).page).toBe(empty)
  expect((await opens(world.visitor(), `sid=${'x'.repeat(43)}; ${milano}`)).page).toBe(empty)
  expect((await opens(await signsIn('bruno'))).page).toBe(empty)
})

test('With the session what the page holds ends', async () => {
  const browser = await signsIn('anna')
  expect((await opens(browser)).opening?.user.username).toBe('anna')
  await browser.request('/api/auth/logout.php', { method: 'POST', headers: { cookie: sessions.get(browser) ?? '' } })
  expect((await opens(browser)).opening).toBeNull()
})

test('What Anna may not see is not in her page', async () => {
  const carla = await world.person('carla')
  const post = await carla.publishes('Solo per chi mi segue', { privacy: 'followers' })
  const shown = async () => (await opens(browser)).opening?.feed.posts.map(({ id }) => id)
  const browser = await signsIn('anna')
  expect(await shown()).not.toContain(post.id)
  await anna.follows(carla)
  expect(await shown()).toContain(post.id)
  await carla.blocks(anna)
  expect(await shown()).not.toContain(post.id)
})
