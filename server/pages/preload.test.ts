import { beforeAll, expect, test } from 'vitest'
import { urlOf } from '#contract/call-paths.ts'
import { type PreloadedData, preloadedDataId, preloadedTextId } from '#contract/preloaded-data.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [anna, bruno] = useUsers(app, 'anna', 'bruno')
beforeAll(async () => {
  await anna.callOk('completeOnboarding', {})
})

const milano = 'where=45.46_9.19'
const dataElement = new RegExp(`<script type="application/json" id="${preloadedDataId}">(.*)</script>`, 's')

/** The session cookie of each browser: `request` would replace it with the cookies that a test sends. */
const sessionCookies = new Map<Client, string>()

async function openPage(browser: Client, otherCookies = milano, url = '/feed') {
  const cookie = `${sessionCookies.get(browser) ?? ''}; ${otherCookies}`
  const response = await browser.request(url, { headers: { cookie } })
  const html = await response.text()
  const json = html.match(dataElement)?.[1]
  const preloaded = json === undefined ? null : (JSON.parse(json) as PreloadedData)
  return { html, preloaded, headers: response.headers }
}

async function openSession(name: string): Promise<Client> {
  const client = app.createVisitor()
  const response = await client.request('/api/auth/login.php', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.it`, password }),
  })
  sessionCookies.set(client, response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  return client
}

/** Returns whether the page is the one of the build, without data; the preview of its link may be in its head. */
const isEmpty = ({ html, preloaded }: Awaited<ReturnType<typeof openPage>>) =>
  preloaded?.response === undefined && html.includes('<div id="root"></div>') && !html.includes('imagesrcset')

/** Bruno announces an event at a place that Anna follows. @returns it as she sees it. */
async function addFollowedEvent() {
  const location_id = await app.findPlaceId('Parco Sempione', 'Milano')
  await anna.callOk('followPlace', { place_id: location_id })
  const starts_at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await bruno.callOk('addEvent', { location_id, title: 'Ballo', starts_at })
  return (await anna.callOk('getFollowedEvents', {})).events[0]
}

test('Anna’s feed page contains the replies that the calls would send her', async () => {
  await bruno.createPost('Ciao </script><!-- \u2028', { image: await createPhoto() })
  const browser = await openSession('anna')
  const response = await anna.callOk('getFeed', duomo)
  const { user } = await anna.callOk('getAccount', {})
  const followed_events = [await addFollowedEvent()]
  for (const url of ['/', '/feed', '/feed?from=home']) {
    const { preloaded, html, headers } = await openPage(browser, milano, url)
    expect(preloaded).toEqual({
      user,
      requestUrl: urlOf('getFeed', { lon: 9.19, lat: 45.46 }),
      response,
      followed_events,
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toContain('cookie')
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
    expect(html).toContain('imagesrcset="/media/')
    expect(html).toContain('fetchpriority="high"')
  }
})

test('The page of a post contains the post, under both of its addresses', async () => {
  const { id } = await bruno.createPost('Da vicino', { image: await createPhoto() })
  const browser = await openSession('anna')
  const { user } = await anna.callOk('getAccount', {})
  const response = await anna.callOk('getPost', { post_id: id })
  for (const url of [`/post/${id}`, `/comments/${id}`]) {
    const { preloaded, html } = await openPage(browser, '', url)
    expect(preloaded).toEqual({ user, requestUrl: urlOf('getPost', { post_id: id }), response })
    expect(html).toMatch(/<link rel="modulepreload"[^>]+post-[\w-]+\.js/)
    expect(html).toContain('imagesrcset="/media/')
    const visit = await openPage(app.createVisitor(), '', url)
    expect(isEmpty(visit)).toBe(true)
    expect(visit.html).toMatch(/<link rel="modulepreload"[^>]+post-[\w-]+\.js/)
  }
})

test('The page of a legal text contains the version that its address names, for everybody', async () => {
  const textElement = new RegExp(`<script type="application/json" id="${preloadedTextId}">(.*?)</script>`, 's')
  await anna.makeAdministrator()
  for (const body of ['Prima </script><!--', 'Seconda'].map((text) => text.replaceAll('<', '\\<')))
    await anna.callOk('publishLegalText', {
      kind: 'terms',
      body,
      expected_version: (await anna.callOk('getLegalTextSource', { kind: 'terms' })).source.newest_version,
    })
  const { user } = await anna.callOk('getAccount', {})
  const visitor = app.createVisitor()
  for (const [url, input] of [
    ['/terms', { kind: 'terms' }],
    ['/terms?version=1', { kind: 'terms', version: 1 }],
    ['/terms?version=x&version=1', { kind: 'terms' }],
    ['/privacy', { kind: 'privacy' }],
  ] as const) {
    const response = await visitor.callOk('getLegalText', input)
    for (const browser of [visitor, await openSession('anna')]) {
      const { html, preloaded, headers } = await openPage(browser, milano, url)
      expect(JSON.parse(html.match(textElement)?.[1] ?? 'null')).toEqual({
        requestUrl: urlOf('getLegalText', input),
        response,
      })
      expect(preloaded).toEqual(browser === visitor ? null : { user })
      expect(html).toMatch(/<link rel="modulepreload"[^>]+legal-[\w-]+\.js/)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  }
  const missing = await openPage(visitor, '', '/terms?version=3')
  expect(isEmpty(missing)).toBe(true)
  expect(missing.html).not.toMatch(textElement)
})

test('The pages of a place and of a user contain their data, their first posts and their code', async () => {
  const post = await bruno.createPost('Da qui', { image: await createPhoto() })
  const browser = await openSession('anna')
  const { user } = await anna.callOk('getAccount', {})
  const place = { location_id: post.location_id, limit: 10 }
  const brunoInput = { user_id: bruno.id, limit: 10 }
  const annaInput = { user_id: anna.id, limit: 10 }
  const pages = [
    [`/location/${post.location_id}`, urlOf('getLocation', place), await anna.callOk('getLocation', place)],
    [`/profile/${bruno.id}`, urlOf('getProfile', brunoInput), await anna.callOk('getProfile', brunoInput)],
    ['/profile', urlOf('getProfile', annaInput), await anna.callOk('getProfile', annaInput)],
  ] as const
  for (const [url, requestUrl, response] of pages) {
    const { preloaded, html, headers } = await openPage(browser, '', url)
    expect([url, preloaded]).toEqual([url, { user, requestUrl, response }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toMatch(/<link rel="modulepreload"[^>]+(place|profile)-[\w-]+\.js/)
    expect(html.includes('imagesrcset="/media/')).toBe(url !== '/profile')
  }
})

test.each([
  '/',
  '/login',
  '/feed',
  '/chat',
  '/chat/1?from=push',
  '/notifications',
  '/map',
  '/settings',
  '/post/999999999',
  '/terms?version=9',
  '/piazza-che-non-esiste',
])('The page %s names the person whose session it is, because browsers delete what they store', async (url) => {
  for (const person of [anna, bruno]) {
    const { preloaded, headers } = await openPage(await openSession(person.username), '', url)
    expect(preloaded).toEqual({ user: (await person.callOk('getAccount', {})).user })
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', expect.stringContaining('cookie')])
  }
  expect((await openPage(app.createVisitor(), '', url)).preloaded).toBeNull()
})

test('The file from which a browser opens the app without a network names nobody', async () => {
  expect((await openPage(await openSession('anna'), milano, '/index.html')).preloaded).toBeNull()
})

test.each([
  '/post/999999999',
  '/comments/x',
  '/location/999999999',
  '/location/x',
  '/location/-1',
  '/profile/999999999',
  '/profile/1e3',
  '/profile/%00',
])('The page %s of something that does not exist is empty', async (url) => {
  expect(isEmpty(await openPage(await openSession('anna'), milano, url))).toBe(true)
})

test.each(['', 'where=', 'where=45.4641_9.1898', 'where=91_0', 'where=x_y', 'where=%00', `where=${'9'.repeat(3000)}`])(
  'The feed page is empty when the position cookie is missing or malformed: «%.20s»',
  async (cookie) => {
    expect(isEmpty(await openPage(await openSession('anna'), cookie))).toBe(true)
  },
)

test('Visitors and users who have not completed the onboarding get an empty page', async () => {
  for (const url of ['/', '/feed', '/profile', `/profile/${anna.id}`, '/location/1', '/login']) {
    const { html, preloaded } = await openPage(app.createVisitor(), milano, url)
    expect(preloaded).toBeNull()
    // A place and a public profile are readable without an account.
    const first = { '/location/1': 'place', [`/profile/${anna.id}`]: 'profile' }[url] ?? 'login'
    expect(html).toMatch(new RegExp(`<link rel="modulepreload"[^>]+${first}-[\\w-]+\\.js`))
    for (const [browser, cookie] of [
      [app.createVisitor(), milano],
      [app.createVisitor(), `sid=${'x'.repeat(43)}; ${milano}`],
      [await openSession('bruno'), milano],
    ] as const)
      expect([url, isEmpty(await openPage(browser, cookie, url))]).toEqual([url, true])
  }
})

test('Pages are empty again after Anna has signed out', async () => {
  const browser = await openSession('anna')
  for (const url of ['/feed', '/profile'])
    expect((await openPage(browser, milano, url)).preloaded?.user.username).toBe('anna')
  const cookie = sessionCookies.get(browser) ?? ''
  await browser.request('/api/auth/logout.php', { method: 'POST', headers: { cookie } })
  for (const url of ['/feed', '/profile', '/settings']) {
    const page = await openPage(browser, milano, url)
    expect([isEmpty(page), page.preloaded]).toEqual([true, null])
  }
})

test('Anna’s pages contain no post that she may not see', async () => {
  const carla = await app.createUser('carla')
  const { id, location_id } = await carla.createPost('Solo per chi mi segue', { privacy: 'followers' })
  const browser = await openSession('anna')
  const urls = ['/feed', `/post/${id}`, `/location/${location_id}`, `/profile/${carla.id}`]
  const findPagesWithPost = async () => {
    const pages = await Promise.all(urls.map((url) => openPage(browser, milano, url)))
    return pages.map(({ html }) => html.includes(String(id)) && html.includes('Solo per chi mi segue'))
  }
  expect(await findPagesWithPost()).toEqual([false, false, false, false])
  await anna.follow(carla)
  expect(await findPagesWithPost()).toEqual([true, true, true, true])
  await carla.block(anna)
  expect(await findPagesWithPost()).toEqual([false, false, false, false])
  expect(isEmpty(await openPage(browser, milano, `/profile/${carla.id}`))).toBe(true)
})
