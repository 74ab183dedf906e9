import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { findPlaceAt } from './support/posts.ts'

/** Tomorrow at nine in the evening, as a field has it. */
function tomorrowEvening(): string {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000)
  return `${tomorrow.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 10)}T21:00`
}

test('Anna announces an event, Bruno goes there; she deletes it @core', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { page } = anna
  const placeId = await findPlaceAt(anna)
  await page.goto(`/location/${placeId}`)
  await page.getByRole('tab', { name: 'Eventi' }).click()
  await expect(page.getByRole('heading', { name: 'Nessun evento in programma' })).toBeVisible()
  await page.getByRole('button', { name: 'Annuncia un evento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Annuncia un evento' })
  await dialog.getByRole('button', { name: 'Annuncia', exact: true }).click()
  await expect(dialog.getByText('Scrivi come si chiama l’evento.')).toBeVisible()
  await expect(dialog.getByText('Scegli quando comincia l’evento.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Che cosa succede?').fill('Lettura ad alta voce')
  await dialog.getByLabel('Quando comincia?').fill('2020-01-01T21:00')
  await dialog.getByRole('button', { name: 'Annuncia', exact: true }).click()
  await expect(dialog.getByText('L’evento deve ancora cominciare: scegli un momento futuro.')).toBeVisible()
  await dialog.getByLabel('Quando comincia?').fill(tomorrowEvening())
  await dialog.getByLabel('Vuoi aggiungere qualcosa?').fill('Portate un libro. #letture')
  await dialog.getByRole('button', { name: 'Annuncia', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const event = page
    .getByRole('list', { name: 'Eventi a Piazza del Duomo' })
    .getByRole('listitem')
    .filter({ hasText: 'Lettura ad alta voce' })
  await expect(event).toContainText('21:00')
  await expect(event).toContainText('Ancora nessuno ci va.')
  const attend = event.getByRole('button', { name: 'Ci vado: Lettura ad alta voce' })
  await attend.click()
  await expect(attend).toHaveAttribute('aria-pressed', 'true')
  await expect(event).toContainText('Ci va anna')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  const bruno = await createApiUser('bruno')
  const { events } = await bruno.callOk('getPlaceEvents', { location_id: placeId })
  await bruno.callOk('attendEvent', { event_id: events[0]!.id, going: 1 })
  await page.reload()
  await page.getByRole('tab', { name: 'Eventi' }).click()
  await expect(event).toContainText('Ci vanno bruno e anna')
  await expect(attend).toHaveAttribute('aria-pressed', 'true')

  await event.getByRole('button', { name: 'Opzioni per «Lettura ad alta voce»' }).click()
  await page.getByRole('button', { name: 'Elimina evento' }).click()
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nessun evento in programma' })).toBeVisible()
})

test('An event of somebody else can be reported', async ({ createApiUser, createBrowserUser }) => {
  const bruno = await createApiUser('bruno')
  const placeId = await findPlaceAt(bruno)
  await bruno.callOk('addEvent', { location_id: placeId, title: 'Corsa coi sacchi', starts_at: tomorrowEvening() })
  const { page } = await createBrowserUser('anna')
  await page.goto(`/location/${placeId}`)
  await page.getByRole('tab', { name: 'Eventi' }).click()
  await page.getByRole('button', { name: 'Opzioni per «Corsa coi sacchi»' }).click()
  await page.getByRole('button', { name: 'Segnala' }).click()
  const dialog = page.getByRole('dialog', { name: 'Segnala l’evento' })
  await dialog.getByText('Spam o pubblicità').click()
  await dialog.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByText('Grazie: la segnalazione è stata inviata ai moderatori.')).toBeVisible()
})
