import { mainNavigation } from './support/navigation.ts'
import { isCall, holdCall } from './support/network.ts'
import { publishPost } from './support/posts.ts'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { expect, test } from './support/fixtures.ts'

// Behaviour of the original interface (decision 31) that no other journey checks. Intended differences are listed in
// docs/product.md under "Differences from the original interface".

/** Paths and what stands at the top of their pages. */
type Titles = [path: string, title: string][]

test('The pages carry the titles of the original interface, and a bar where it had one', async ({
  createBrowserUser,
  db,
}) => {
  const anna = await createBrowserUser('anna')
  const post = await publishPost(anna, 'Chi suonava il violino?')
  const { page, user } = anna
  const place = await db.selectFrom('posts').select('place_id').where('id', '=', post.id).executeTakeFirst()
  const withBar: Titles = [
    ['/search', 'Cerca'],
    ['/notifications', 'Notifiche'],
    ['/profile', 'Profilo'],
    [`/spotted/${user.id}`, 'Spotted'],
  ]
  const withoutBar: Titles = [
    [`/likes/${post.id}`, 'Mi Piace'],
    ['/settings', 'Impostazioni'],
    [`/spotted-requests/${post.id}`, 'Richieste Spotted'],
    [`/following/${user.id}`, 'Following'],
    [`/followers/${user.id}`, 'Follower'],
    [`/locations/${user.id}`, 'Luoghi Seguiti'],
    [`/location-followers/${place?.place_id}`, 'Follower Luogo'],
    [`/location-spotted/${place?.place_id}`, 'Spotted'],
    ['/blocked-users', 'Utenti Bloccati'],
    ['/edit-profile', 'Modifica profilo'],
    [`/require-location-property?location=${place?.place_id}`, 'Gestione Luogo'],
    // The composer of comments stands in place of the bar.
    [`/comments/${post.id}`, 'Commenti'],
  ]
  const unsaid: Titles = [
    ['/new-spot', 'Nuovo Post'],
    ['/terms', 'Termini e Condizioni'],
    ['/privacy', 'Privacy Policies'],
    ['/delete-account', 'Elimina Account'],
  ]
  for (const [path, title] of [...withBar, ...withoutBar, ...unsaid]) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { name: title, exact: true }).first(), path).toBeVisible()
    if (unsaid.some(([unsaidPath]) => unsaidPath === path)) continue
    const hasBar = withBar.some(([barPath]) => barPath === path)
    await expect.soft(mainNavigation(page), path).toBeVisible({ visible: hasBar })
  }
})

test('Settings have the sections and switches of the original interface', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/settings')
  const sections = ['Spotted', 'Notifiche', 'Profilo', 'Altro']
  for (const name of sections) await expect.soft(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const switches = [
    'Notifiche nelle vicinanze',
    'Notifiche luoghi seguiti',
    'Notifiche Spotted',
    'Likes',
    'Commenti',
    'Follows',
    'Profilo Privato',
  ]
  for (const name of switches) await expect.soft(page.getByRole('switch', { name, exact: true })).toBeVisible()
})

test('A screen reader announces that a profile is loading', async ({ createBrowserUser, createApiUser }) => {
  const { page } = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(bruno, 'Chi suonava il violino?')
  await page.goto(`/post/${post.id}`)
  const release = await holdCall(page, 'getProfile')
  await page.getByRole('link', { name: 'bruno' }).first().click()
  await expect(page.getByText('Loading...')).toBeAttached()
  release()
  await expect(page.getByText('Loading...')).not.toBeAttached()
})

test('The answer to a Spotted request says that it is being sent', async ({ createBrowserUser, createApiUser }) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(anna, 'A te col cappotto rosso')
  await bruno.callOk('requestSpotted', { post_id: post.id })
  const { page } = anna
  const release = await holdCall(page, 'updateSpottedRequestStatus')
  await page.goto(`/spotted-requests/${post.id}`)
  await page.getByRole('button', { name: /^Sì, eri tu/ }).click()
  const sending = page.getByRole('button', { name: 'Aggiornamento...' })
  await expect(sending).toBeDisabled()
  release()
  await expect(page.getByText('Confermato')).toBeVisible()
})

test('A reply that is none of this API is not taken for one', async ({ visitor: { page } }) => {
  await page.route(isCall('login'), (route) => route.fulfill({ status: 200, body: '<html>portale</html>' }))
  await page.goto('/login')
  await page.getByLabel('Email').fill(emailOf('anna'))
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByText('Risposta non valida dalla API')).toBeVisible()
})
