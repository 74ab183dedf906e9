import type { Page } from '@playwright/test'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { failCall } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { signIn } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

/** Opens the reports from the settings. @param count of open reports, as the link shows it. */
async function openQueue(page: Page, count: string): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('link', { name: `Moderazione ${count} da vedere` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Moderazione' })).toBeVisible()
  await expect(page).toHaveTitle(/Moderazione$/)
}

test('Bruno reports a post, a moderator removes it, and the author reads why @core', async ({
  marta,
  anna,
  bruno,
  carla,
}) => {
  const reported = await publishPost(anna, 'Siete tutti stupidi')
  await bruno.callOk('report', {
    target_type: 'post',
    target_id: reported.id,
    reason: 'harassment',
    text: 'Insulta chiunque',
  })
  await carla.callOk('report', { target_type: 'post', target_id: reported.id, reason: 'hate' })
  await carla.callOk('addComment', { post_id: reported.id, text: 'Ma come parli?' })

  const { page } = marta
  await openQueue(page, '1')
  const card = page.getByRole('article', { name: 'Post di anna' })
  for (const text of [
    'Siete tutti stupidi',
    '2 segnalazioni',
    'Molestie o bullismo',
    'Incitamento all’odio',
    '«Insulta chiunque»',
  ])
    await expect(card).toContainText(text)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Vedi il post e i commenti' }).click()
  const context = page.getByRole('dialog', { name: 'Il post e i commenti' })
  await expect(context.getByRole('article', { name: 'Post di anna' })).toContainText('Siete tutti stupidi')
  await expect(context.getByRole('listitem')).toContainText('Ma come parli?')
  await expectAccessible(page)
  await context.getByRole('button', { name: 'Chiudi' }).last().click()

  await card.getByRole('button', { name: 'Rimuovi' }).click()
  const question = page.getByRole('alertdialog', { name: 'Rimuovere il contenuto?' })
  await question.getByLabel('Nota').fill('Qui non si insulta')
  await expectAccessible(page)
  const restore = await failCall(page, 'resolveReport')
  await question.getByRole('button', { name: 'Rimuovi' }).click()
  await expect(question.getByRole('alert')).toContainText('Errore di rete')
  await expect(question.getByLabel('Nota')).toHaveValue('Qui non si insulta')
  await restore()
  await question.getByRole('button', { name: 'Rimuovi' }).click()
  await expect(page.getByText('Contenuto rimosso')).toBeVisible()
  await expect(page.getByText('Non c’è niente da vedere')).toBeVisible()
  await expectAccessible(page)

  await anna.page.goto('/notifications')
  await expect(
    anna.page.getByRole('listitem').filter({ hasText: 'I moderatori hanno rimosso un tuo post' }),
  ).toContainText('Hanno scritto: «\u2068Qui non si insulta\u2069»')

  await page.getByRole('tab', { name: 'Chiuse' }).click()
  await expect(page.getByRole('article', { name: 'Post di anna' })).toContainText('Rimosso da marta')
  await expectAccessible(page)
})

test('A suspended person is signed out and reads why; lifting the suspension restores everything', async ({
  marta,
  anna,
  carla,
}) => {
  await publishPost(anna, 'Che bel tramonto')
  await carla.callOk('report', { target_type: 'user', target_id: anna.user.id, reason: 'harassment' })
  await anna.page.goto('/feed')
  await expect(cardWithText(anna.page, 'Che bel tramonto')).toBeVisible()
  const { page } = marta
  await openQueue(page, '1')
  const account = page.getByRole('article', { name: 'Profilo di anna' })
  await expect(account.getByRole('button', { name: 'Rimuovi' })).toHaveCount(0)
  await account.getByRole('button', { name: 'Sospendi' }).click()
  const suspension = page.getByRole('alertdialog', { name: 'Sospendere l’account?' })
  await suspension.getByLabel('Nota').fill('Insulti ripetuti')
  await suspension.getByRole('button', { name: 'Sospendi' }).click()
  await expect(page.getByText('Account sospeso')).toBeVisible()

  await expect(anna.page).toHaveURL(/\/login$/)
  await signIn(anna.page, 'anna@example.it')
  await expect(anna.page.getByRole('alert')).toContainText('Il tuo account è sospeso (motivo: «Insulti ripetuti»)')
  await expectAccessible(anna.page)

  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Sospesi' }).click()
  await expect(page.getByRole('list', { name: 'Sospesi' })).toContainText('«Insulti ripetuti»')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Riattiva anna' }).click()
  await page
    .getByRole('alertdialog', { name: 'Riattivare l’account?' })
    .getByRole('button', { name: 'Riattiva' })
    .click()
  await expect(page.getByText('Nessun account sospeso')).toBeVisible()

  await signIn(anna.page, 'anna@example.it')
  await expect(cardWithText(anna.page, 'Che bel tramonto')).toBeVisible()
})

test('Others find no page of moderators, who resolve nothing twice and nothing about a moderator', async ({
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createBrowserUser('bruno')
  const maria = await createApiUser('maria')
  const marta = await createBrowserUser('marta')
  for (const { user } of [marta, maria]) await changeRole(db, { actorId: null, userId: user.id, role: 'moderator' })
  await bruno.page.goto('/settings')
  await expect(bruno.page.getByRole('link', { name: /Moderazione/ })).toHaveCount(0)
  for (const path of ['/moderation', '/administration', '/administration/texts']) {
    await bruno.page.goto(path)
    await expect(bruno.page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  }
  await expectAccessible(bruno.page)

  const post = await publishPost(anna, 'Compra adesso')
  await bruno.callOk('report', { target_type: 'post', target_id: post.id, reason: 'spam' })
  const { page } = marta
  await openQueue(page, '1')
  await page.getByRole('button', { name: 'Archivia' }).click()
  await maria.callOk('resolveReport', { target_type: 'post', target_id: post.id, action: 'remove' })
  const question = page.getByRole('alertdialog', { name: 'Archiviare la segnalazione?' })
  await question.getByRole('button', { name: 'Archivia' }).click()
  await expect(question.getByRole('alert')).toContainText('se ne è già occupato qualcun altro')
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(page.getByText('Non c’è niente da vedere')).toBeVisible()

  await bruno.callOk('report', { target_type: 'user', target_id: maria.user.id, reason: 'other' })
  await openQueue(page, '1')
  await expect(page.getByRole('article', { name: 'Profilo di maria' })).toContainText(
    'Riguarda chi modera: deve occuparsene chi gestisce il server.',
  )
  await expect(page.getByRole('button', { name: /Archivia|Sospendi/ })).toHaveCount(0)
})

test('Bruno reports a place that is there twice, and a moderator makes it part of the other', async ({
  marta,
  createBrowserUser,
  createApiUser,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createBrowserUser('bruno')
  const at = { kind: 'bar', latitude: 45.46, longitude: 9.19, is_new: 1 } as const
  const { place: copy } = await anna.callOk('addPlace', { name: 'Chiosco Zanzibar 2', ...at })
  const { place: original } = await anna.callOk('addPlace', { name: 'Chiosco Zanzibar', ...at })
  await publishPost(anna, 'Limonata per tutti', { location_id: copy!.id })
  await bruno.page.goto(`/location/${copy!.id}`)
  await bruno.page.getByRole('tab', { name: 'Info' }).click()
  await bruno.page.getByRole('button', { name: 'Segnala il luogo' }).click()
  const dialog = bruno.page.getByRole('dialog', { name: 'Segnala il luogo' })
  await dialog.getByRole('radio', { name: 'Altro', exact: true }).check()
  await dialog.getByLabel('Vuoi aggiungere qualcosa?').fill('C’è già')
  await expectAccessible(bruno.page)
  await dialog.getByRole('button', { name: 'Invia' }).click()
  await expect(dialog).toHaveCount(0)

  const { page } = marta
  await openQueue(page, '1')
  const card = page.getByRole('article', { name: 'Luogo di anna' })
  for (const text of ['Chiosco Zanzibar 2', '«C’è già»']) await expect(card).toContainText(text)
  await card.getByRole('link', { name: 'Apri il luogo' }).click()
  await page.getByRole('tab', { name: 'Info' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unisci a un altro luogo' }).click()
  const picker = page.getByRole('dialog', { name: 'A quale luogo?' })
  await picker.getByLabel('Cerca un luogo o una città').fill('chiosco zanzibar')
  await picker.getByRole('button', { name: /^Chiosco Zanzibar Bar/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Unire i due luoghi?' })
  await expect(question).toContainText('«Chiosco Zanzibar 2» diventa parte di «Chiosco Zanzibar»')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Unisci' }).click()
  await expect(page).toHaveURL(new RegExp(`/location/${original!.id}$`))
  await bruno.page.goto(`/location/${copy!.id}`)
  await expect(bruno.page).toHaveURL(new RegExp(`/location/${original!.id}$`))
  await expect(cardWithText(bruno.page, 'Limonata per tutti')).toBeVisible()
})
