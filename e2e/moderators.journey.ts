import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { failCall } from './support/network.ts'
import { photoUrl } from './support/photo-file.ts'
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
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const bruno = await createApiUser('bruno')
  const carla = await createApiUser('carla')
  const anna = await createBrowserUser('anna')
  const marta = await createBrowserUser('marta')
  await changeRole(db, { actorId: null, userId: marta.user.id, role: 'moderator' })
  const reported = await publishPost(anna, 'Siete tutti stupidi')
  await publishPost(anna, 'Che bel tramonto')
  await bruno.callOk('report', {
    target_type: 'post',
    target_id: reported.id,
    reason: 'harassment',
    text: 'Insulta chiunque',
  })
  await carla.callOk('report', { target_type: 'post', target_id: reported.id, reason: 'hate' })

  const { page } = marta
  await openQueue(page, '1')
  const card = page.getByRole('article', { name: 'Post di anna' })
  for (const text of [
    'Siete tutti stupidi',
    '2 segnalazioni',
    'Molestie o bullismo',
    "Incitamento all'odio",
    '«Insulta chiunque»',
  ])
    await expect(card).toContainText(text)
  await expectAccessible(page)

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
  await anna.page.goto('/feed')
  await expect(cardWithText(anna.page, 'Che bel tramonto')).toBeVisible()
  await expect(cardWithText(anna.page, 'Siete tutti stupidi')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Chiuse' }).click()
  await expect(page.getByRole('article', { name: 'Post di anna' })).toContainText('Rimosso da marta')
  await expectAccessible(page)
})

test('A suspended person is signed out and reads why; lifting the suspension restores everything', async ({
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const carla = await createApiUser('carla')
  const anna = await createBrowserUser('anna')
  const marta = await createBrowserUser('marta')
  await changeRole(db, { actorId: null, userId: marta.user.id, role: 'moderator' })
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
  await page.goto('/feed')
  await expect(page.getByRole('heading', { name: 'Feed' })).toBeVisible()
  await expect(cardWithText(page, 'Che bel tramonto')).toHaveCount(0)

  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Sospesi' }).click()
  await expect(page.getByRole('list', { name: 'Sospesi' })).toContainText('«Insulti ripetuti»')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Riattiva anna' }).click()
  await page
    .getByRole('alertdialog', { name: 'Riattivare l’account?' })
    .getByRole('button', { name: 'Riattiva' })
    .click()
  await expect(page.getByText('Sospensione revocata')).toBeVisible()
  await expect(page.getByText('Nessun account sospeso')).toBeVisible()
  await page.getByRole('tab', { name: 'Registro' }).click()
  const log = page.getByRole('list', { name: 'Registro' })
  await expect(log).toContainText('marta ha riattivato anna')
  await expect(log).toContainText('Chi gestisce il server ha nominato marta moderatore')
  await expectAccessible(page)

  await signIn(anna.page, 'anna@example.it')
  await expect(cardWithText(anna.page, 'Che bel tramonto')).toBeVisible()
  await page.goto('/feed')
  await expect(cardWithText(page, 'Che bel tramonto')).toBeVisible()
})

test('A moderator cannot resolve what another one has resolved, nor reports about themselves or another moderator', async ({
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createApiUser('bruno')
  const maria = await createApiUser('maria')
  const marta = await createBrowserUser('marta')
  for (const { user } of [marta, maria]) await changeRole(db, { actorId: null, userId: user.id, role: 'moderator' })
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

  for (const { user } of [marta, maria])
    await bruno.callOk('report', { target_type: 'user', target_id: user.id, reason: 'other' })
  await openQueue(page, '2')
  await expect(page.getByRole('article', { name: 'Profilo di marta' })).toContainText(
    'Riguarda te: deve occuparsene un altro moderatore.',
  )
  await expect(page.getByRole('article', { name: 'Profilo di maria' })).toContainText(
    'Riguarda un moderatore: deve occuparsene chi gestisce il server.',
  )
  await expect(page.getByRole('button', { name: /Archivia|Sospendi/ })).toHaveCount(0)
})

test('A moderator sees and removes only the reported message, even after its author deleted it', async ({
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const bruno = await createApiUser('bruno')
  const anna = await createApiUser('anna')
  const marta = await createBrowserUser('marta')
  await changeRole(db, { actorId: null, userId: marta.user.id, role: 'moderator' })
  // People whom he follows may send him pictures.
  await bruno.callOk('requestFollow', { followed_id: anna.user.id })
  const post = await publishPost(anna, 'Un post qualunque')
  const sendMessage = async (text: string, more = {}) =>
    (await anna.callOk('sendMessage', { other_id: bruno.user.id, client_id: randomUUID(), text, ...more })).message
  await sendMessage('Ciao, come stai?')
  const message = await sendMessage('Ti vengo a cercare', { image: await photoUrl(), post_id: post.id })
  await bruno.callOk('report', {
    target_type: 'message',
    target_id: message.id,
    reason: 'violence',
    text: 'Mi fa paura',
  })
  await anna.callOk('deleteMessage', { message_id: message.id, scope: 'both' })

  const { page } = marta
  await openQueue(page, '1')
  const card = page.getByRole('article', { name: 'Messaggio di anna' })
  for (const text of [
    'Ti vengo a cercare',
    'Con un post condiviso.',
    '1 segnalazione',
    'Violenza o minacce',
    '«Mi fa paura»',
  ])
    await expect(card).toContainText(text)
  await expect(card.getByRole('img', { name: 'Foto: messaggio di anna' })).toBeVisible()
  for (const text of ['come stai', 'Un post qualunque', 'bruno']) await expect(page.getByText(text)).toHaveCount(0)
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Rimuovi' }).click()
  const question = page.getByRole('alertdialog', { name: 'Rimuovere il messaggio?' })
  await expect(question).toContainText('Viene cancellato per entrambi')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Rimuovi' }).click()
  await expect(page.getByText('Contenuto rimosso')).toBeVisible()
  await page.getByRole('tab', { name: 'Chiuse' }).click()
  await expect(card).toContainText('Non c’è più.')
  await expect(card).toContainText('Rimosso da marta')
  await page.getByRole('tab', { name: 'Registro' }).click()
  await expect(page.getByText('ha rimosso un messaggio di anna')).toBeVisible()
  await expect
    .poll(async () => (await anna.callOk('getNotifications', {})).notifications.map(({ text }) => text))
    .toContain('I moderatori hanno rimosso un tuo messaggio (motivo: violenza o minacce).')
})

test('People who are neither moderators nor administrators find no page of theirs, and no link to it', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Utenti Bloccati' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Moderazione/ })).toHaveCount(0)
  for (const path of ['/moderation', '/administration', '/administration/texts']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('Bruno reports a place that is there twice, and a moderator makes it part of the other', async ({
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const anna = await createApiUser('anna')
  const bruno = await createBrowserUser('bruno')
  const marta = await createBrowserUser('marta')
  await changeRole(db, { actorId: null, userId: marta.user.id, role: 'moderator' })
  const at = { kind: 'bar', latitude: 45.46, longitude: 9.19, is_new: 1 } as const
  const { place: copy } = await anna.callOk('addPlace', { name: 'Chiosco Zanzibar 2', ...at })
  const { place: original } = await anna.callOk('addPlace', { name: 'Chiosco Zanzibar', ...at })
  await publishPost(anna, 'Limonata per tutti', { location_id: copy!.id })
  await bruno.page.goto(`/location/${copy!.id}`)
  await bruno.page.getByRole('tab', { name: 'Info' }).click()
  await expect(bruno.page.getByRole('button', { name: 'Unisci a un altro luogo' })).toHaveCount(0)
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
  await picker.getByRole('button', { name: /^Chiosco Zanzibar Milano/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Unire i due luoghi?' })
  await expect(question).toContainText('«Chiosco Zanzibar 2» diventa parte di «Chiosco Zanzibar»')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Unisci' }).click()
  await expect(page).toHaveURL(new RegExp(`/location/${original!.id}$`))
  await bruno.page.goto(`/location/${copy!.id}`)
  await expect(bruno.page).toHaveURL(new RegExp(`/location/${original!.id}$`))
  await expect(cardWithText(bruno.page, 'Limonata per tutti')).toBeVisible()
  await page.goto('/moderation')
  await expect(page.getByText('Non c’è niente da vedere')).toBeVisible()
  await page.getByRole('tab', { name: 'Registro' }).click()
  await expect(page.getByText('ha unito «Chiosco Zanzibar 2» in «Chiosco Zanzibar»')).toBeVisible()
})
