import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { changeModerator } from '#server/moderation/moderation.actions.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { photoFile } from './support/photo-file.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expect, type ApiUser, test } from './support/fixtures.ts'

// What people write is text wherever it stands, and what stands in an address is nothing more.

const payloads = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=2</script>',
  '<svg/onload=window.pwned=3>',
  'javascript:window.pwned=4',
  '"\'><iframe srcdoc="<script>parent.pwned=5</script>"></iframe>',
  "{{constructor.constructor('window.pwned=6')()}}${window.pwned=7}",
  '<a href="javascript:window.pwned=8" autofocus onfocus="window.pwned=9">qui</a>',
]
/** Turns round what follows it, and is never ended. */
const reversing = '\u202eottevoc è otseuq'
const all = payloads.join(' ')

type Pwned = Window & { pwned?: unknown }

/** Nothing of what was written has run. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as Pwned).pwned)).toBeUndefined()
  expect(
    await page.locator('iframe, script:not([src]), [onerror], [onload], [onfocus], a[href^="javascript:" i]').count(),
  ).toBe(0)
}

/** The pages for who is signed out; of the others they see the login, whichever it was. */
const shownToVisitors = new Set<string>([
  pagePaths.home,
  pagePaths.login,
  pagePaths.register,
  pagePaths.forgotPassword,
  pagePaths.resetPassword,
  pagePaths.confirmEmail,
  pagePaths.terms,
  pagePaths.privacy,
  pagePaths.feed,
])

async function opensUnharmed(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#root > *').first()).toBeAttached()
  await expectNothingRan(page)
}

/**
 * A text that turns round what follows it keeps to itself: it is all there is in a box, or in an element that isolates.
 */
const leaking = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text
      if (
        !data.replaceAll(/\u2068[^\u2069]*\u2069/g, '').includes('\u202e') ||
        !parentElement ||
        parentElement.closest('title, script, style')
      )
        continue
      let element: Element | null = parentElement
      const keepsToItself = ({ display, unicodeBidi }: CSSStyleDeclaration) =>
        display !== 'inline' || /isolate|plaintext/.test(unicodeBidi)
      while (element && !keepsToItself(getComputedStyle(element))) element = element.parentElement
      const holds = element?.textContent?.replace(/[«»]/g, '').trim() === data.replace(/[«»]/g, '').trim()
      if (!element || element === document.body || element === document.documentElement || !holds)
        found.push(`${parentElement.tagName}.${parentElement.className}: ${data}`)
    }
    return found
  })

async function shows(page: Page, path: string, ...texts: string[]): Promise<void> {
  await page.goto(path)
  for (const text of texts) await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
  expect(await leaking(page)).toEqual([])
  await expectNothingRan(page)
}

/** Somebody who writes such things wherever one can write. */
async function attacks(attacker: ApiUser, victim: ApiUser, placeId: number): Promise<number> {
  const { buffer } = await photoFile('foto.jpg', 320)
  const image = `data:image/jpeg;base64,${buffer.toString('base64')}`
  await attacker.callOk('updateProfile', { bio: all.slice(0, 250) + reversing, profile_pic: image })
  await publishPost(attacker, `${reversing} ${'parola '.repeat(80)}`, { location_id: placeId })
  for (const text of payloads) await publishPost(attacker, text, { location_id: placeId })
  const { id } = await publishPost(victim, reversing, { location_id: placeId })
  for (const text of [...payloads, reversing]) await attacker.callOk('addComment', { post_id: id, text })
  await attacker.callOk('createStory', { image, location_id: placeId })
  await attacker.callOk('report', { target_type: 'post', target_id: id, reason: 'other', text: all.slice(0, 500) })
  await attacker.callOk('requireLocationProperty', {
    location_id: placeId,
    name: payloads[0]!,
    email: 'x@example.it',
    message: all,
  })
  await attacker.callOk('requestSpotted', { post_id: id, action: 'request' })
  await victim.callOk('likePost', { post_id: id })
  return id
}

test('What somebody writes is shown as it was written, and never runs', async ({
  db,
  createApiUser,
  createBrowserUser,
}) => {
  test.setTimeout(120_000)
  const place = await db
    .selectFrom('places')
    .select('id')
    .where('name', '=', 'Piazza del Duomo')
    .where('town', '=', 'Milano')
    .executeTakeFirstOrThrow()
  const placeName = `Duomo ${payloads[0]}${reversing}`
  await db.updateTable('places').set({ name: placeName }).where('id', '=', place.id).execute()
  const attacker = await createApiUser('attaccante')
  const anna = await createBrowserUser('anna')
  const { page } = anna
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`)
  })
  const id = await attacks(attacker, anna, place.id)
  await anna.callOk('requestFollow', { followed_id: attacker.user.id })
  await anna.callOk('followPlace', { place_id: place.id })
  await publishPost(attacker, 'Ancora qui', { location_id: place.id })

  await page.goto('/feed')
  for (const text of payloads) await expect(cardWithText(page, text)).toBeVisible()
  expect(await leaking(page)).toEqual([])
  await expectNothingRan(page)
  await shows(page, pagePaths.comments(id), ...payloads, reversing)
  await shows(page, pagePaths.profile(attacker.user.id), all.slice(0, 60), payloads[1]!)
  await shows(page, pagePaths.location(place.id), placeName, payloads[2]!)
  await shows(page, pagePaths.likes(id), 'anna')
  await shows(page, pagePaths.spottedRequests(id), 'attaccante')
  await shows(page, pagePaths.locationFollowers(place.id), 'anna')
  await shows(page, pagePaths.followedLocations(anna.user.id), placeName)
  await shows(page, `${pagePaths.search}?q=${encodeURIComponent('attaccante')}`, 'attaccante')
  await expect
    .poll(
      async () =>
        (
          await sql<{
            told: number
          }>`SELECT count(*)::int AS told FROM notifications WHERE user_id = ${anna.user.id} AND kind IN ('comment', 'place_post')`.execute(
            db,
          )
        ).rows[0]?.told,
    )
    .toBe(2)
  await shows(page, pagePaths.notifications, 'attaccante', placeName)
  await page.goto('/feed')
  await page
    .getByRole('button', { name: /^Storie di attaccante/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(placeName)).toBeVisible()
  expect(await leaking(page)).toEqual([])
  await expectNothingRan(page)
})

test('Moderators and owners read it as it was written, too', async ({ db, createApiUser, createBrowserUser }) => {
  test.setTimeout(120_000)
  const { id: placeId } = await db
    .selectFrom('places')
    .select('id')
    .where('name', '=', 'Piazza del Duomo')
    .where('town', '=', 'Milano')
    .executeTakeFirstOrThrow()
  const attacker = await createApiUser('attaccante')
  const [anna, marta] = [await createBrowserUser('anna'), await createBrowserUser('marta')]
  for (const { page } of [anna, marta])
    page.on('dialog', (dialog) => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
  const id = await attacks(attacker, anna, placeId)
  await changeModerator(db, marta.user.id, true)
  await anna.callOk('report', {
    target_type: 'user',
    target_id: attacker.user.id,
    reason: 'spam',
    text: `${payloads[3]}${reversing}`,
  })
  await shows(marta.page, pagePaths.moderation, payloads[0]!, payloads[3]!, reversing)
  const note = `${payloads[1]} ${payloads[6]}${reversing}`
  await marta.callOk('resolveReport', { target_type: 'post', target_id: id, action: 'remove', note })
  await marta.callOk('resolveReport', { target_type: 'user', target_id: attacker.user.id, action: 'suspend', note })
  await marta.page.goto(pagePaths.moderation)
  for (const tab of ['Chiuse', 'Sospesi', 'Registro']) {
    await marta.page.getByRole('tab', { name: tab }).click()
    await expect(marta.page.getByRole('tabpanel').getByText(payloads[1]!, { exact: false }).first()).toBeVisible()
    expect(await leaking(marta.page)).toEqual([])
    await expectNothingRan(marta.page)
  }
  await shows(anna.page, pagePaths.notifications, payloads[1]!)
  await db
    .insertInto('passkeys')
    .values({
      user_id: anna.user.id,
      credential_id: 'x',
      public_key: Buffer.from('x'),
      counter: 0,
      transports: [],
      name: payloads[0]!,
      last_used_at: null,
    })
    .execute()
  await shows(anna.page, pagePaths.security, payloads[0]!)
})

test('What stands in an address is no more than words, on every page', async ({ createBrowserUser, visitor }) => {
  test.setTimeout(120_000)
  const anna = await createBrowserUser('anna')
  const inPath = encodeURIComponent('<img src=x onerror="window.pwned=1">')
  const inQuery = encodeURIComponent('"><script>window.pwned=1</script>')
  const routes = Object.values(pagePaths).map((path) => (typeof path === 'string' ? path : path(inPath)))
  for (const route of [...routes, `/nessuna/${inPath}`]) {
    const address = `${route}${route.includes('?') ? '&' : '?'}q=${inQuery}&location_id=${inQuery}&next=javascript:window.pwned=1#javascript:window.pwned=1`
    await opensUnharmed(anna.page, address)
    if (shownToVisitors.has(route)) await opensUnharmed(visitor.page, address)
  }
})

test('The policy of our pages lets no foreign and no planted script run', async ({ baseURL, browser }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const planted =
    '<script>window.pwned=1</script><img src=x onerror="window.pwned=2"><script src="data:text/javascript,window.pwned=3"></script><script src="https://altrove.example/x.js"></script>'
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${planted}</body>`) })
  })
  const response = await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  const result = await page.evaluate(async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src=y onerror="window.pwned=4"><a id="trap" href="javascript:window.pwned=5">x</a><style>body{--stolen:1}</style>',
    )
    document.getElementById('trap')?.click()
    const script = document.createElement('script')
    script.textContent = 'window.pwned=6'
    document.body.append(script)
    // Not at once: what the test itself evaluates may evaluate.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          // oxlint-disable-next-line no-eval
          resolve(globalThis.eval('window.pwned=7'))
        } catch {
          resolve(false)
        }
      }),
    )
    const sent = await fetch('https://altrove.example/').then(
      () => true,
      () => false,
    )
    return {
      evaluated,
      sent,
      stolen: getComputedStyle(document.body).getPropertyValue('--stolen'),
      pwned: (window as Pwned).pwned,
    }
  })
  expect(result).toEqual({ evaluated: false, sent: false, stolen: '', pwned: undefined })
  await expect.poll(() => refused.length).toBeGreaterThan(6)

  const policy = Object.fromEntries(
    (response?.headers()['content-security-policy'] ?? '')
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name, ...sources]) => [name, sources]),
  )
  expect(policy['default-src']).toEqual(["'none'"])
  for (const name of ['script-src', 'style-src', 'connect-src', 'worker-src', 'form-action'])
    expect(policy[name]).toEqual(["'self'"])
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy[name]).toEqual(["'none'"])
  for (const source of Object.values(policy).flat()) expect(["'self'", "'none'", 'data:', 'blob:']).toContain(source)
  expect([policy['frame-src'], policy['child-src'], policy['script-src-attr'], policy['script-src-elem']]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  await context.close()
})
