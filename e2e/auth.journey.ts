import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { waitForMailedLink } from './support/mailed-link.ts'
import { expectNothingAbovePage, mainNavigation } from './support/navigation.ts'
import { failCall, collectRequests, waitForReply } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { publishPost } from './support/posts.ts'
import { requestSignOut, signIn, signOut } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { positionCookie } from '#contract/preloaded-data.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { expect, test } from './support/fixtures.ts'

test('The registration form reports a taken username or email while typing, and cannot be sent with it @core', async ({
  createApiUser,
  visitor: { page },
}) => {
  await createApiUser('bruno')
  const registrations = collectRequests(page, 'register')
  await page.goto('/register')
  await page.getByLabel('Username').pressSequentially('bruno')
  await expect(page.getByText('Username già in uso')).toBeVisible()
  await page.getByLabel('Email').pressSequentially('BRUNO@example.it')
  await expect(page.getByText('Email già in uso')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Username già in uso' })).toHaveCount(2)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  await expect(page).toHaveURL(/\/register$/)
  expect(registrations).toHaveLength(0)

  await page.getByLabel('Username').fill('bruna')
  await page.getByLabel('Email').fill('bruna@example.it')
  await expect(page.getByLabel('Disponibile')).toHaveCount(2)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByRole('heading', { name: 'Ciao, bruna' })).toBeVisible()
})

test('The registration form says field by field what is missing or invalid', async ({ visitor: { page } }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText('Inserisci uno username.')).toBeVisible()
  await expect(page.getByText('Inserisci l’indirizzo email.')).toBeVisible()
  await expect(page.getByText('Inserisci la password.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill('così no')
  await page.getByLabel('Email').fill('bruno@')
  await page.getByLabel('Password', { exact: true }).fill('corta')
  await expect(page.getByText('Lo username può contenere solo lettere, numeri, punto e underscore.')).toBeVisible()
  await expect(page.getByText('Inserisci un indirizzo email valido.')).toBeVisible()
  await expect(page.getByText('La password deve avere almeno 8 caratteri.')).toBeVisible()
})

test('A wrong password and an unknown address get the same error message @core', async ({
  createApiUser,
  visitor: { page },
}) => {
  await createApiUser('bruno')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByText('Inserisci l’indirizzo email.')).toBeVisible()
  await expect(page.getByText('Inserisci la password.')).toBeVisible()
  await expectAccessible(page)
  for (const email of ['bruno@example.it', 'nessuno@example.it']) {
    await signIn(page, email, 'la password sbagliata')
    await expect(page.getByRole('alert')).toHaveText('Email o password non corretti.')
    await page.reload()
  }
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Mostra password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('After the server ends a session, signing in again leads back to the page @core', async ({
  createBrowserUser,
}) => {
  const { page, callOk } = await createBrowserUser('bruno')
  // The live stream would report the end of the session first.
  await page.route(
    (url) => url.pathname === '/api/events',
    (route) => route.abort(),
  )
  // The last calls of the feed: one that came later would report it too.
  const lastCalls = (['getUserSettings', 'getFollowedStories'] as const).map((name) => waitForReply(page, name))
  await page.goto('/feed')
  await expect(page.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()
  await Promise.all(lastCalls)
  await callOk('logout', {})
  await page.getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/new-spot$/)
})

test('A person whose browser has deleted what this site stored is still signed in, on each page that they open @core', async ({
  page,
}) => {
  await page.goto('/settings')
  for (const [path, end] of [
    ['/settings', '/settings'],
    ['/chat', '/chat'],
    ['/notifications', '/notifications'],
    ['/feed', '/feed'],
    ['/login', '/feed'],
    ['/', '/feed'],
  ] as const) {
    // As Safari does after seven days, which spares cookies that scripts cannot read.
    await page.evaluate((cookie) => {
      localStorage.clear()
      sessionStorage.clear()
      document.cookie = `${cookie}=; Max-Age=0; Path=/`
    }, positionCookie)
    await page.goto(path)
    await expect(
      mainNavigation(page)
        .or(page.getByRole('button', { name: 'Indietro' }))
        .first(),
    ).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${end}$`))
  }
})

test('Signing out can be cancelled; once confirmed, nothing stays behind and the cookie is invalid @core', async ({
  createBrowserUser,
  visitor,
}) => {
  const { page, context } = await createBrowserUser('bruno')
  await page.goto('/feed')
  await requestSignOut(page)
  const question = page.getByRole('alertdialog', { name: 'Conferma Logout' })
  await expect(question).toContainText('Sei sicuro di voler uscire?')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expectNothingAbovePage(page)
  await page.goto('/feed')
  await expect(page).toHaveURL(/\/feed$/)
  const cookies = await context.cookies()
  const user = await page.evaluate(() => localStorage.getItem('user') ?? '')
  expect(cookies.find(({ name }) => name === 'sid')?.httpOnly).toBe(true)

  const databases = () => page.evaluate(async () => (await indexedDB.databases()).length)
  expect(await databases()).toBeGreaterThan(0)
  const tile = await page.evaluate(async () => {
    const ground = (await (await fetch('/map/ground.json')).json()) as { archives: { id: string; version: string }[] }
    const [archive] = ground.archives
    const url = `/map/tiles/${archive!.id}/${archive!.version}/0/0/0`
    await (await fetch(url)).arrayBuffer()
    return url
  })
  /** Whether the browser still has a tile of the map that was looked at. */
  const isTileKept = () =>
    page.evaluate(
      (url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      tile,
    )
  expect(await isTileKept()).toBe(true)
  await signOut(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(await isTileKept()).toBe(false)
  // A browser deletes a database once its connections are closed.
  await expect.poll(databases).toBe(0)

  await visitor.context.addCookies(cookies)
  expect((await visitor.context.request.get('/api/feed/get_feed.php')).status()).toBe(401)
  await visitor.page.goto('/login')
  await visitor.page.evaluate((storedUser) => localStorage.setItem('user', storedUser), user)
  await visitor.page.goto('/feed')
  await expect(visitor.page).toHaveURL(/\/login$/)
})

test('Signing out without a network clears the device; the session ends once it is back, before the next one begins', async ({
  createBrowserUser,
}) => {
  const { page, context } = await createBrowserUser('bruno')
  await page.goto('/feed')
  const otherTab = await context.newPage()
  await otherTab.goto('/feed')
  await expect(otherTab.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()
  await page.bringToFront()
  const restore = await failCall(page, 'logout')
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(otherTab).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['sign-out-pending'])
  const isSignedIn = async () => (await context.request.get('/api/feed/get_feed.php')).status() === 200
  expect(await isSignedIn()).toBe(true)
  // Its cookie signs nobody in.
  await page.goto('/feed')
  await expect(page).toHaveURL(/\/login$/)
  await restore()
  await page.reload()
  await expect.poll(isSignedIn).toBe(false)
  await signIn(page, 'bruno@example.it')
  await expect(page).not.toHaveURL(/\/login$/)
  expect(await isSignedIn()).toBe(true)
})

test('Ada resets a forgotten password with a link from an e-mail; an invalid link leads to another @core', async ({
  createApiUser,
  visitor: { page },
  dataDir,
}) => {
  await createApiUser('ada')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Recupera Password' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await page.getByRole('button', { name: 'Recupera' }).click()
  await expect(page.getByText('Inserisci l’indirizzo email.')).toBeVisible()
  await page.getByLabel('Email').fill('ada@example.it')
  await page.getByRole('button', { name: 'Recupera' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Se questo indirizzo è registrato' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/reset-password#non-vale-niente')
  await page.getByLabel('Nuova password').fill('tutta un’altra frase')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Questo link non è più valido: chiedine un altro.')
  await page.getByRole('link', { name: 'Chiedine un altro' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)

  await page.goto(await waitForMailedLink(dataDir, '/reset-password'))
  await expect(page.getByRole('heading', { name: 'Nuova password' })).toBeVisible()
  await page.getByLabel('Nuova password').fill('tutta un’altra frase')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByText('Password cambiata. Ora puoi accedere.')).toBeVisible()
  await signIn(page, 'ada@example.it', 'tutta un’altra frase')
  await expect(page).toHaveURL(/\/feed$/)
})

test('Carla downloads her data after confirming her password, and stays on the page', async ({ createBrowserUser }) => {
  const carla = await createBrowserUser('carla')
  await publishPost(carla, 'Da portare via', { image: await photoUrl() })
  const { page } = carla
  await page.goto('/settings/data')
  await page.getByRole('link', { name: 'I miei dati' }).click()
  await expect(page.getByRole('heading', { name: 'I miei dati', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const downloadButton = page.getByRole('button', { name: 'Scarica i miei dati' })
  await page.getByLabel('Password', { exact: true }).fill(password)
  const [download] = await Promise.all([page.waitForEvent('download'), downloadButton.click()])
  expect(download.suggestedFilename()).toMatch(/^dintorni-carla\w*\.zip$/)
  const archive = unzipSync(await readFile(await download.path()))
  expect(strFromU8(archive['post.json']!)).toContain('Da portare via')
  expect(Object.keys(archive).filter((name) => name.startsWith('foto/'))).toHaveLength(1)
  await expect(page).toHaveURL(/\/export-account$/)
})

test('Carla deletes her account: a wrong password is refused, the right one deletes everything @core', async ({
  createBrowserUser,
  createApiUser,
}) => {
  const carla = await createBrowserUser('carla')
  const dino = await createApiUser('dino')
  await publishPost(carla, 'Il mio ultimo post')
  const { page, user } = carla
  await page.goto('/settings/data')
  await page.getByRole('link', { name: 'Elimina Account' }).click()
  await page.getByLabel('Password', { exact: true }).fill('non è questa')
  await page.getByRole('button', { name: 'Elimina Account' }).click()
  await page.getByRole('button', { name: 'Elimina per sempre' }).click()
  await expect(page.getByRole('alert')).toHaveText('La password non è corretta.')
  await expectAccessible(page)

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Elimina Account' }).click()
  await page.getByRole('button', { name: 'Elimina per sempre' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Il tuo account è stato eliminato.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const { results } = await dino.callOk('search', { q: user.username })
  expect(results.filter(({ type }) => type === 'user')).toEqual([])
})
