import { sql } from '#server/testing/sql.ts'
import { mainNavigation } from './support/navigation.ts'
import { holdCall } from './support/network.ts'
import { publishPost } from './support/posts.ts'
import { expect, test } from './support/fixtures.ts'

// Behaviour of the original interface (decision 2) that no other journey checks. Intended differences are listed in
// docs/product.md under "Differences from the original interface".

/** Paths and what stands at the top of their pages. */
type Titles = [path: string, title: string][]

test('The pages carry the titles of the original interface, a bar where it had one, and its settings', async ({
  anna,
  db,
}) => {
  const post = await publishPost(anna, 'Chi suonava il violino?')
  const { page, user } = anna
  const place = await sql<{ place_id: number }>`SELECT place_id FROM posts WHERE id = ${post.id}`.one(db)
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

  // The settings of the original's single page, by the section where they stand.
  const notifications = ['Notifiche nelle vicinanze', 'Notifiche luoghi seguiti', 'Notifiche Spotted', 'Likes']
  const settings = {
    notifications: { heading: 'Spotted', switch: [...notifications, 'Commenti', 'Follows'], link: [] },
    privacy: { heading: 'Profilo', switch: ['Profilo Privato'], link: ['Utenti Bloccati'] },
    data: { heading: 'Dati', switch: [], link: ['Elimina Account'] },
    about: { heading: 'Informazioni', switch: [], link: ['Termini e Condizioni', 'Privacy Policies'] },
  }
  for (const [section, { heading, ...controls }] of Object.entries(settings)) {
    await page.goto(`/settings/${section}`)
    await expect.soft(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    for (const role of ['switch', 'link'] as const)
      for (const name of controls[role]) await expect.soft(page.getByRole(role, { name, exact: true })).toBeVisible()
  }
})

test('A screen reader announces that a profile is loading', async ({ page, bruno }) => {
  const post = await publishPost(bruno, 'Chi suonava il violino?')
  await page.goto(`/post/${post.id}`)
  const release = await holdCall(page, 'getProfile')
  await page.getByRole('link', { name: 'bruno' }).first().click()
  await expect(page.getByText('Loading...')).toBeAttached()
  release()
  await expect(page.getByText('Loading...')).not.toBeAttached()
})
