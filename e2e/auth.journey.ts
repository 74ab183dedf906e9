import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { waitForMailedLink } from './support/mailed-link.ts'
import { failCall, collectRequests } from './support/network.ts'
import { photoFile } from './support/photo-file.ts'
import { requestSignOut, signIn } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, password, test } from './support/fixtures.ts'

test('Somebody who is not signed in is led to the login from everywhere else', async ({ visitor: { page } }) => {
  for (const path of ['/', '/feed', '/new-spot', '/onboarding', '/required-location']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('Who registers is told while typing that a name or address is taken, and cannot go on with it', async ({
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

test('Who registers carelessly is told what is missing, field by field', async ({ visitor: { page } }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText('Inserisci uno username.')).toBeVisible()
  await expect(page.getByText("Inserisci l'indirizzo email.")).toBeVisible()
  await expect(page.getByText('Inserisci la password.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()

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

test('A wrong password and an unknown address are answered in the same words', async ({
  createApiUser,
  visitor: { page },
}) => {
  await createApiUser('bruno')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByText("Inserisci l'indirizzo email.")).toBeVisible()
  await expect(page.getByText('Inserisci la password.')).toBeVisible()
  for (const email of ['bruno@example.it', 'nessuno@example.it']) {
    await signIn(page, email, 'la password sbagliata')
    await expect(page.getByRole('alert')).toHaveText('Email o password non corretti.')
    await page.reload()
  }
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Mostra password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('Without a network, login and registration say so, and work once it is back', async ({
  createApiUser,
  visitor: { page },
}) => {
  await createApiUser('bruno')
  const mendRegister = await failCall(page, 'register')
  await page.goto('/register')
  await page.getByLabel('Username').fill('carla')
  await page.getByLabel('Email').fill('carla@example.it')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Errore di rete: .+/)
  await mendRegister()

  const mendLogin = await failCall(page, 'login')
  await page.getByRole('link', { name: 'Accedi' }).click()
  await signIn(page, 'bruno@example.it')
  await expect(page.getByRole('alert')).toHaveText(/^Errore di rete: .+/)
  await mendLogin()
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/required-location$/)
})

test('After login, who has not completed the onboarding goes there', async ({
  createBrowserUser,
  visitor: { page },
}) => {
  await createBrowserUser('bruno', { onboarded: false })
  await page.goto('/login')
  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/onboarding$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username)).toBe('bruno')
})

test('A session ended on the server leads to the login, and from there back to the feed, whose position is still known', async ({
  createBrowserUser,
}) => {
  const { page, callOk } = await createBrowserUser('bruno')
  // The live stream would learn of it first.
  await page.route(
    (url) => url.pathname === '/api/events',
    (route) => route.abort(),
  )
  await page.goto('/feed')
  await expect(page.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()
  await expect(page.getByText('La tua storia')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await callOk('logout', {})
  await page.getByRole('link', { name: 'Nuovo post' }).click()
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await signIn(page, 'bruno@example.it')
  await expect(page).toHaveURL(/\/feed$/)
})

test('Who is signed in has no business at the login and the registration', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('bruno')
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/feed$/)
  }
})

test('Who asks to leave may stay; who confirms leaves nothing behind, and the cookie is worthless', async ({
  createBrowserUser,
  visitor,
}) => {
  const { page, context } = await createBrowserUser('bruno')
  await page.goto('/feed')
  await requestSignOut(page)
  const question = page.getByRole('alertdialog', { name: 'Conferma Logout' })
  await expect(question).toContainText('Sei sicuro di voler uscire?')
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(question).toHaveCount(0)
  await page.goto('/feed')
  await expect(page).toHaveURL(/\/feed$/)
  const cookies = await context.cookies()
  const user = await page.evaluate(() => localStorage.getItem('user') ?? '')
  expect(cookies.find(({ name }) => name === 'sid')?.httpOnly).toBe(true)

  await requestSignOut(page)
  await question.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await visitor.context.addCookies(cookies)
  expect((await visitor.context.request.get('/api/feed/get_feed.php')).status()).toBe(401)
  await visitor.page.goto('/login')
  await visitor.page.evaluate((kept) => localStorage.setItem('user', kept), user)
  await visitor.page.goto('/feed')
  await expect(visitor.page).toHaveURL(/\/login$/)
})

test('Who leaves in one tab has left in the other', async ({ createBrowserUser }) => {
  const { page, context } = await createBrowserUser('bruno')
  await page.goto('/feed')
  const other = await context.newPage()
  await other.goto('/feed')
  await expect(other.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()
  await page.bringToFront()
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(other).toHaveURL(/\/login$/)
})

test('Without a network nobody is signed out by half', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('bruno')
  await page.goto('/feed')
  const mend = await failCall(page, 'logout')
  await requestSignOut(page)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('bruno')
  await mend()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('The login and the registration can be used by everybody', async ({ visitor: { page } }) => {
  for (const [path, button] of [
    ['/login', 'Accedi'],
    ['/register', 'Registrati'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText("Inserisci l'indirizzo email.")).toBeVisible()
    await expectAccessible(page)
  }
})

test('Ada has forgotten her password: a letter brings her back in', async ({
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

  await page.goto(await waitForMailedLink(dataDir, '/reset-password'))
  await expect(page.getByRole('heading', { name: 'Nuova password' })).toBeVisible()
  await page.getByLabel('Nuova password').fill('corta')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByText('La password deve avere almeno 8 caratteri.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Nuova password').fill('tutta un’altra frase')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByText('Password cambiata. Ora puoi accedere.')).toBeVisible()
  await page.getByLabel('Email').fill('ada@example.it')
  await page.getByLabel('Password', { exact: true }).fill('tutta un’altra frase')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/required-location$/)
})

test('A link that was used already says so, and how to get another', async ({ visitor: { page } }) => {
  await page.goto('/reset-password#non-vale-niente')
  await page.getByLabel('Nuova password').fill('tutta un’altra frase')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Questo link non è più valido: chiedine un altro.')
  await page.getByRole('link', { name: 'Chiedine un altro' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('Carla takes away what is hers, and stays where she is', async ({ createBrowserUser }) => {
  const { page, callOk } = await createBrowserUser('carla')
  const [place] = await callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  await callOk('createSpot', {
    text: 'Da portare via',
    location_id: place?.id ?? 0,
    image: `data:image/jpeg;base64,${(await photoFile()).buffer.toString('base64')}`,
  })
  await page.goto('/delete-account')
  const take = page.getByRole('button', { name: 'Scarica i miei dati' })
  await take.click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('non è questa')
  await take.click()
  await expect(page.getByRole('alert')).toHaveText('La password non è corretta.')
  await page.getByLabel('Password', { exact: true }).fill(password)
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()])
  expect(download.suggestedFilename()).toMatch(/^dintorni-carla\w*\.zip$/)
  const archive = unzipSync(await readFile(await download.path()))
  expect(strFromU8(archive['post.json']!)).toContain('Da portare via')
  expect(Object.keys(archive).filter((name) => name.startsWith('foto/'))).toHaveLength(1)
  await expect(page).toHaveURL(/\/delete-account$/)
})

test('Carla deletes her account: a wrong password stops her, the right one takes everything away', async ({
  createBrowserUser,
  createApiUser,
}) => {
  const { page, user, callOk } = await createBrowserUser('carla')
  const dino = await createApiUser('dino')
  const [place] = await callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  await callOk('createSpot', { text: 'Il mio ultimo post', location_id: place?.id ?? 0 })
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
