import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { waitForMailedLink } from './support/mailed-link.ts'
import { expectNothingAbovePage } from './support/navigation.ts'
import { failCall, collectRequests, waitForReply } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
import { publishPost } from './support/posts.ts'
import { requestSignOut, signIn, signOut } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { expect, test } from './support/fixtures.ts'

test('Signed out, every other page leads to the login; signed in, login and registration lead to the feed', async ({
  visitor,
  createBrowserUser,
}) => {
  for (const path of ['/', '/feed', '/new-spot', '/onboarding', '/required-location']) {
    await visitor.page.goto(path)
    await expect(visitor.page).toHaveURL(/\/login$/)
  }
  const { page } = await createBrowserUser('bruno')
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/feed$/)
  }
})

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
  await page.getByLabel('Username').fill('bruna')
  await expect(page.getByLabel('Disponibile')).toBeVisible()
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Email già in uso' })).toHaveCount(2)
  await expect(page).toHaveURL(/\/register$/)
  expect(registrations).toHaveLength(0)

  await page.getByLabel('Email').fill('bruna@example.it')
  await expect(page.getByLabel('Disponibile')).toHaveCount(2)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByRole('heading', { name: 'Ciao, bruna' })).toBeVisible()
})

test('The registration form says what is missing or invalid, field by field', async ({ visitor: { page } }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText('Inserisci uno username.')).toBeVisible()
  await expect(page.getByText("Inserisci l'indirizzo email.")).toBeVisible()
  await expect(page.getByText('Inserisci la password.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Username').fill('così no')
  await page.getByLabel('Email').fill('bruno@')
  await page.getByLabel('Password', { exact: true }).fill('corta')
  await expect(page.getByText('Lo username può contenere solo lettere, numeri, punto e underscore.')).toBeVisible()
  await expect(page.getByText('Inserisci un indirizzo email valido.')).toBeVisible()
  await expect(page.getByText('La password deve avere almeno 8 caratteri.')).toBeVisible()

  await page.getByLabel('Username').fill('bruno_2.b')
  await page.getByLabel('Email').fill('bruno@example.it')
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await expect(page.getByLabel('Disponibile')).toHaveCount(2)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Questa password è troppo comune' })).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
})

test('A wrong password and an unknown address get the same error message @core', async ({
  createApiUser,
  visitor: { page },
}) => {
  await createApiUser('bruno')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByText("Inserisci l'indirizzo email.")).toBeVisible()
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

test('Without a network, login and registration show an error, and work once it is back', async ({
  createApiUser,
  visitor: { page },
}) => {
  await createApiUser('bruno')
  const restoreRegister = await failCall(page, 'register')
  await page.goto('/register')
  await page.getByLabel('Username').fill('carla')
  await page.getByLabel('Email').fill('carla@example.it')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Errore di rete: .+/)
  await restoreRegister()

  const restoreLogin = await failCall(page, 'login')
  await page.getByRole('link', { name: 'Accedi' }).click()
  await signIn(page, 'bruno@example.it')
  await expect(page.getByRole('alert')).toHaveText(/^Errore di rete: .+/)
  await restoreLogin()
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/feed$/)
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
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/new-spot$/)
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

  await signOut(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await visitor.context.addCookies(cookies)
  expect((await visitor.context.request.get('/api/feed/get_feed.php')).status()).toBe(401)
  await visitor.page.goto('/login')
  await visitor.page.evaluate((storedUser) => localStorage.setItem('user', storedUser), user)
  await visitor.page.goto('/feed')
  await expect(visitor.page).toHaveURL(/\/login$/)
})

test('Signing out in one tab signs out the other tab', async ({ createBrowserUser }) => {
  const { page, context } = await createBrowserUser('bruno')
  await page.goto('/feed')
  const otherTab = await context.newPage()
  await otherTab.goto('/feed')
  await expect(otherTab.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()
  await page.bringToFront()
  await signOut(page)
  await expect(otherTab).toHaveURL(/\/login$/)
})

test('Signing out without a network fails as a whole, and works once it is back', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('bruno')
  await page.goto('/feed')
  const restore = await failCall(page, 'logout')
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('bruno')
  await restore()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
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
  await expect(page.getByText("Inserisci l'indirizzo email.")).toBeVisible()
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
  await page.getByLabel('Nuova password').fill('corta')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByText('La password deve avere almeno 8 caratteri.')).toBeVisible()
  await expectAccessible(page)
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
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Elimina Account' }).click()
  await page.getByRole('link', { name: 'Scarica i miei dati' }).click()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Scarica i miei dati' }).click()
  await expect(page.getByRole('heading', { name: 'I miei dati', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const downloadButton = page.getByRole('button', { name: 'Scarica i miei dati' })
  await downloadButton.click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('non è questa')
  await downloadButton.click()
  await expect(page.getByRole('alert')).toHaveText('La password non è corretta.')
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
  await page.goto('/settings')
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
