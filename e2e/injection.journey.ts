import type { Page } from '@playwright/test'
import type { Database } from '#server/database/connect.ts'
import { inlineScriptHash } from '#server/platform/security-headers.ts'
import { sql } from '#server/testing/sql.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { photoUrl } from './support/photo-file.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expect, type ApiUser, test } from './support/fixtures.ts'

// Texts that people write, and parts of a URL, are only ever shown as text.

const payloads = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=2</script>',
  '<svg/onload=window.pwned=3>',
  'javascript:window.pwned=4',
  '"\'><iframe srcdoc="<script>parent.pwned=5</script>"></iframe>',
  "{{constructor.constructor('window.pwned=6')()}}${window.pwned=7}",
  '<a href="javascript:window.pwned=8" autofocus onfocus="window.pwned=9">qui</a>',
]
/** Starts with a right-to-left override that is never ended, so it would reverse the text after it. */
const rightToLeftText = '\u202eottevoc è otseuq'
const allPayloads = payloads.join(' ')

type Pwned = Window & { pwned?: unknown }

/** Expects that no script ran, and that the page contains no element or attribute that could run one. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as Pwned).pwned)).toBeUndefined()
  // The first script of the page applies the theme; the policy contains its hash.
  const scripts = 'script:not([src], head > :first-of-type)'
  const runnable = `iframe, ${scripts}, [onerror], [onload], [onfocus], a[href^="javascript:" i]`
  expect(await page.locator(runnable).count()).toBe(0)
}

/** The paths to open as a signed-out visitor; all others redirect to the login. */
const visitorPaths = new Set<string>([
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

async function expectUnharmed(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#root > *').first()).toBeAttached()
  await expectNothingRan(page)
}

/**
 * Finds texts whose right-to-left override could reverse other text: those that share a box with it, and are in no
 * element that isolates the direction.
 */
const findLeakingTexts = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const leaks: string[] = []
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text
      if (
        !data.replaceAll(/\u2068[^\u2069]*\u2069/g, '').includes('\u202e') ||
        !parentElement ||
        parentElement.closest('title, script, style')
      )
        continue
      let element: Element | null = parentElement
      const isolatesText = ({ display, unicodeBidi }: CSSStyleDeclaration) =>
        display !== 'inline' || /isolate|plaintext/.test(unicodeBidi)
      while (element && !isolatesText(getComputedStyle(element))) element = element.parentElement
      const isOnlyText = element?.textContent?.replace(/[«»]/g, '').trim() === data.replace(/[«»]/g, '').trim()
      if (!element || element === document.body || element === document.documentElement || !isOnlyText)
        leaks.push(`${parentElement.tagName}.${parentElement.className}: ${data}`)
    }
    return leaks
  })

async function expectShown(page: Page, path: string, ...texts: string[]): Promise<void> {
  await page.goto(path)
  for (const text of texts) await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
  expect(await findLeakingTexts(page)).toEqual([])
  await expectNothingRan(page)
}

/** Writes the payloads into every field that other people can read. @returns the id of the victim's post. */
async function writePayloads(attacker: ApiUser, victim: ApiUser, placeId: number): Promise<number> {
  const image = await photoUrl(320)
  await attacker.callOk('updateProfile', { bio: allPayloads.slice(0, 250) + rightToLeftText, profile_pic: image })
  await publishPost(attacker, `${rightToLeftText} ${'parola '.repeat(80)}`, { location_id: placeId })
  for (const text of payloads) await publishPost(attacker, text, { location_id: placeId })
  const { id } = await publishPost(victim, rightToLeftText, { location_id: placeId })
  for (const text of [...payloads, rightToLeftText]) await attacker.callOk('addComment', { post_id: id, text })
  await attacker.callOk('createStory', { image, location_id: placeId })
  await attacker.callOk('report', {
    target_type: 'post',
    target_id: id,
    reason: 'other',
    text: allPayloads.slice(0, 500),
  })
  await attacker.callOk('requireLocationProperty', {
    location_id: placeId,
    name: payloads[0]!,
    email: 'x@example.it',
    message: allPayloads,
  })
  await attacker.callOk('requestSpotted', { post_id: id, action: 'request' })
  await victim.callOk('likePost', { post_id: id })
  return id
}

/** Counts the notifications about comments and about posts at followed places. */
async function countNotifications(db: Database, { user }: ApiUser): Promise<number> {
  const rows = await sql`
    SELECT FROM notifications WHERE user_id = ${user.id} AND kind IN ('comment', 'place_post')`.all(db)
  return rows.length
}

const findDuomo = (db: Database) =>
  sql<{ id: number }>`SELECT id FROM places WHERE name = 'Piazza del Duomo' AND town = 'Milano'`.one(db)

function failOnDialog(page: Page): void {
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`)
  })
}

test('A text is shown exactly as written, and never runs', async ({ anna, page, db, createApiUser }) => {
  const place = await findDuomo(db)
  const placeName = `Duomo ${payloads[0]}${rightToLeftText}`
  await sql`UPDATE places SET name = ${placeName} WHERE id = ${place.id}`.execute(db)
  const attacker = await createApiUser('attaccante')
  failOnDialog(page)
  const id = await writePayloads(attacker, anna, place.id)
  await anna.callOk('requestFollow', { followed_id: attacker.user.id })
  await anna.callOk('followPlace', { place_id: place.id })
  await publishPost(attacker, 'Ancora qui', { location_id: place.id })

  await page.goto('/feed')
  await page.getByRole('button', { name: /post di attaccante$/ }).click()
  for (const text of payloads) await expect(cardWithText(page, text)).toBeVisible()
  expect(await findLeakingTexts(page)).toEqual([])
  await expectNothingRan(page)
  await expectShown(page, pagePaths.comments(id), ...payloads, rightToLeftText)
  await expectShown(page, pagePaths.profile(attacker.user.id), allPayloads.slice(0, 60), payloads[1]!)
  await expectShown(page, pagePaths.location(place.id), placeName, payloads[2]!)
  await expectShown(page, pagePaths.likes(id), 'anna')
  await expectShown(page, pagePaths.spottedRequests(id), 'attaccante')
  await expectShown(page, pagePaths.locationFollowers(place.id), 'anna')
  await expectShown(page, pagePaths.followedLocations(anna.user.id), placeName)
  await expectShown(page, `${pagePaths.search}?q=${encodeURIComponent('attaccante')}`, 'attaccante')
  await expect.poll(() => countNotifications(db, anna)).toBe(2)
  await expectShown(page, pagePaths.notifications, 'attaccante', placeName)
  await page.goto('/feed')
  await page
    .getByRole('button', { name: /^Storie di attaccante/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(placeName)).toBeVisible()
  expect(await findLeakingTexts(page)).toEqual([])
  await expectNothingRan(page)
})

test('Moderators and account owners also see hostile texts exactly as written', async ({
  marta,
  anna,
  db,
  createApiUser,
}) => {
  const { id: placeId } = await findDuomo(db)
  const attacker = await createApiUser('attaccante')
  for (const { page } of [anna, marta]) failOnDialog(page)
  const id = await writePayloads(attacker, anna, placeId)
  await anna.callOk('report', {
    target_type: 'user',
    target_id: attacker.user.id,
    reason: 'spam',
    text: `${payloads[3]}${rightToLeftText}`,
  })
  await expectShown(marta.page, pagePaths.moderation, payloads[0]!, payloads[3]!, rightToLeftText)
  const note = `${payloads[1]} ${payloads[6]}${rightToLeftText}`
  await marta.callOk('resolveReport', { target_type: 'post', target_id: id, action: 'remove', note })
  await marta.callOk('resolveReport', { target_type: 'user', target_id: attacker.user.id, action: 'suspend', note })
  await marta.page.goto(pagePaths.moderation)
  for (const tab of ['Chiuse', 'Sospesi', 'Registro']) {
    await marta.page.getByRole('tab', { name: tab }).click()
    await expect(marta.page.getByRole('tabpanel').getByText(payloads[1]!, { exact: false }).first()).toBeVisible()
    expect(await findLeakingTexts(marta.page)).toEqual([])
    await expectNothingRan(marta.page)
  }
  await expectShown(anna.page, pagePaths.notifications, payloads[1]!)
  await sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
    VALUES (${anna.user.id}, 'x', 'x', 0, '{}', ${payloads[0]})`.execute(db)
  await expectShown(anna.page, pagePaths.security, payloads[0]!)
})

test('Markup in an address is no more than text, on every page', async ({ anna, visitor }) => {
  test.slow()
  const inPath = encodeURIComponent('<img src=x onerror="window.pwned=1">')
  const inQuery = encodeURIComponent('"><script>window.pwned=1</script>')
  const routes = Object.values(pagePaths).map((path) => (typeof path === 'string' ? path : path(inPath)))
  for (const route of [...routes, `/nessuna/${inPath}`]) {
    const query = `q=${inQuery}&location_id=${inQuery}&next=javascript:window.pwned=1`
    const address = `${route}${route.includes('?') ? '&' : '?'}${query}#javascript:window.pwned=1`
    await expectUnharmed(anna.page, address)
    if (visitorPaths.has(route)) await expectUnharmed(visitor.page, address)
  }
})

test('The Content-Security-Policy blocks foreign and injected scripts @core', async ({ baseURL, browser }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const injected = [
    '<script>window.pwned=1</script>',
    '<img src=x onerror="window.pwned=2">',
    '<script src="data:text/javascript,window.pwned=3"></script>',
    '<script src="https://altrove.example/x.js"></script>',
  ].join('')
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${injected}</body>`) })
  })
  const response = await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  const result = await page.evaluate(async () => {
    const html = [
      '<img src=y onerror="window.pwned=4">',
      '<a id="trap" href="javascript:window.pwned=5">x</a>',
      '<style>body{--stolen:1}</style>',
    ]
    document.body.insertAdjacentHTML('beforeend', html.join(''))
    document.getElementById('trap')?.click()
    const script = document.createElement('script')
    script.textContent = 'window.pwned=6'
    document.body.append(script)
    // In a task of its own: code that the test evaluates directly is allowed to call eval.
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
  await expect.poll(() => violations.length).toBeGreaterThan(6)

  const policy = Object.fromEntries(
    (response?.headers()['content-security-policy'] ?? '')
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name, ...sources]) => [name, sources]),
  )
  expect(policy['default-src']).toEqual(["'none'"])
  expect(policy['script-src']).toEqual(["'self'", inlineScriptHash])
  for (const name of ['style-src', 'connect-src', 'worker-src', 'form-action']) expect(policy[name]).toEqual(["'self'"])
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy[name]).toEqual(["'none'"])
  for (const source of Object.values(policy).flat())
    expect(["'self'", "'none'", 'data:', 'blob:', inlineScriptHash]).toContain(source)
  expect([policy['frame-src'], policy['child-src'], policy['script-src-attr'], policy['script-src-elem']]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  await context.close()
})
