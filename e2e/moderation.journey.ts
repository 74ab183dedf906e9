import { expectNothingAbovePage } from './support/navigation.ts'
import { failCall } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

test('A blocked person disappears at once, cannot find the blocker, and returns after unblocking', async ({
  anna,
  page,
  createBrowserUser,
}) => {
  const bruno = await createBrowserUser('bruno')
  await publishPost(bruno, 'Di Bruno')
  await publishPost(anna, 'Di Anna')
  await page.goto('/feed')
  // On the page of his post: that leads back to the feed.
  await cardWithText(page, 'Di Bruno').getByText('Di Bruno').click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(page.getByRole('button', { name: 'Segnala' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Elimina post' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Blocca utente' }).click()
  const question = page.getByRole('alertdialog', { name: 'Blocca utente' })
  await expect(question).toContainText('bruno')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(cardWithText(page, 'Di Anna')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  for (const path of ['profile', 'followers', 'following', 'spotted']) {
    await bruno.page.goto(`/${path}/${anna.user.id}`)
    await expect(bruno.page.getByText('Profilo non disponibile')).toBeVisible()
  }

  await page.goto('/settings/privacy')
  await page.getByRole('link', { name: 'Utenti Bloccati' }).click()
  await expect(page.getByRole('list', { name: 'Utenti Bloccati' })).toContainText('bruno')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sblocca bruno' }).click()
  const unblock = page.getByRole('alertdialog', { name: 'Conferma Sblocco' })
  await expect(unblock).toContainText('Sei sicuro di voler sbloccare bruno?')
  await unblock.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText('Nessun utente bloccato')).toBeVisible()
  await expectAccessible(page)
  await bruno.page.goto(`/profile/${anna.user.id}`)
  await expect(cardWithText(bruno.page, 'Di Anna')).toBeVisible()
})

test('Blocking Bruno on his profile leads Anna back to the comments, which no longer include his', async ({
  page,
  bruno,
  carla,
}) => {
  const post = await publishPost(carla, 'Parliamone')
  await bruno.callOk('addComment', { post_id: post.id, text: 'Non sono gentile' })
  await carla.callOk('addComment', { post_id: post.id, text: 'Io sì' })
  await page.goto(`/comments/${post.id}`)
  await page.getByRole('link', { name: 'bruno' }).click()
  await page.getByRole('button', { name: 'Opzioni del profilo' }).click()
  await page.getByRole('button', { name: 'Blocca utente' }).click()
  await page.getByRole('button', { name: 'Blocca', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/comments/${post.id}$`))
  await expect(page.getByText('Io sì')).toBeVisible()
  await expect(page.getByText('Non sono gentile')).toHaveCount(0)
})

test('Anna reports a post, a comment and a person with a reason, and can resend a failed report', async ({
  page,
  bruno,
}) => {
  const post = await publishPost(bruno, 'Comprate subito')
  await bruno.callOk('addComment', { post_id: post.id, text: 'Sconti ovunque' })
  const targets = [
    [`/feed`, 'Opzioni del post', 'Segnala il post'],
    [`/comments/${post.id}`, 'Opzioni del commento di bruno', 'Segnala il commento'],
    [`/profile/${bruno.user.id}`, 'Opzioni del profilo', 'Segnala l’utente'],
  ] as const
  for (const [path, options, title] of targets) {
    await page.goto(path)
    await page.getByRole('button', { name: options }).click()
    await page.getByRole('button', { name: 'Segnala' }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('button', { name: 'Invia' })).toBeDisabled()
    await dialog.getByLabel('Spam o pubblicità').check()
    await dialog.getByLabel('Vuoi aggiungere qualcosa?').fill('Lo fa ogni giorno')
    await expectAccessible(page)
    const restore = await failCall(page, 'report')
    await dialog.getByRole('button', { name: 'Invia' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Errore di rete')
    await expect(dialog.getByLabel('Vuoi aggiungere qualcosa?')).toHaveValue('Lo fa ogni giorno')
    await restore()
    await dialog.getByRole('button', { name: 'Invia' }).click()
    await expect(page.getByText('Grazie: la segnalazione è stata inviata ai moderatori.')).toBeVisible()
    await expectNothingAbovePage(page)
  }
})
