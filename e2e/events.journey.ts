import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { waitForNotification } from './support/notifications.ts'
import { findPlaceAt, publishPost } from './support/posts.ts'

/** Tomorrow at nine in the evening, as a field has it. */
function tomorrowEvening(): string {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000)
  return `${tomorrow.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 10)}T21:00`
}

test('Anna announces an event, goes there and deletes it @core', async ({ anna, page }) => {
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

  await event.getByRole('button', { name: 'Opzioni per «Lettura ad alta voce»' }).click()
  await page.getByRole('button', { name: 'Elimina evento' }).click()
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nessun evento in programma' })).toBeVisible()
})

test('An event of somebody else can be reported', async ({ page, bruno }) => {
  const placeId = await findPlaceAt(bruno)
  await bruno.callOk('addEvent', { location_id: placeId, title: 'Corsa coi sacchi', starts_at: tomorrowEvening() })
  await page.goto(`/location/${placeId}`)
  await page.getByRole('tab', { name: 'Eventi' }).click()
  await page.getByRole('button', { name: 'Opzioni per «Corsa coi sacchi»' }).click()
  await page.getByRole('button', { name: 'Segnala' }).click()
  const dialog = page.getByRole('dialog', { name: 'Segnala l’evento' })
  await dialog.getByText('Spam o pubblicità').click()
  await dialog.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByText('Grazie: la segnalazione è stata inviata ai moderatori.')).toBeVisible()
})

test('A follower of a place is told of an event there, finds it in the feed and in the search, and puts it into the calendar @core', async ({
  anna,
  page,
  bruno,
}) => {
  const placeId = await findPlaceAt(bruno)
  await publishPost(bruno, 'Un post qualunque')
  await anna.callOk('followPlace', { place_id: placeId })
  const { event } = await bruno.callOk('addEvent', {
    location_id: placeId,
    title: 'Ballo in piazza; portate, tutti',
    starts_at: tomorrowEvening(),
  })
  await waitForNotification(anna, 'place_event')
  await page.goto('/notifications')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'annuncia un evento qui' })
  await expect(row).toContainText('«Ballo in piazza; portate, tutti»')
  await row.getByRole('link').click()
  await expect(page.getByRole('tab', { name: 'Eventi 1' })).toHaveAttribute('aria-selected', 'true')
  const link = page.getByRole('link', { name: 'Aggiungi al calendario: Ballo in piazza; portate, tutti' })
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`evento-${event.id}.ics`)
  expect(await readFile(await download.path(), 'utf8')).toContain('SUMMARY:Ballo in piazza\\; portate\\, tutti\r\n')

  for (const path of ['/feed', '/feed/following']) {
    await page.goto(path)
    const strip = page.getByRole('list', { name: 'Eventi nei luoghi che segui' })
    await expect(strip.getByRole('listitem')).toHaveCount(1)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await strip.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/location/${placeId}#eventi$`))
    await expect(link).toBeVisible()
  }
  await page.goto('/search?q=ballo')
  const found = page.getByRole('list', { name: 'Eventi' })
  await expect(found).toContainText('Ballo in piazza')
  await expectAccessible(page)
  await page.goto('/map#14/45.4642/9.1898')
  await expect(page.getByRole('list', { name: 'Eventi della settimana' })).toContainText('Ballo in piazza')

  await page.goto('/settings/notifications')
  await page.getByRole('switch', { name: 'Eventi nei luoghi seguiti' }).click()
  await expect.poll(async () => (await anna.callOk('getUserSettings', {})).settings.notify_place_events).toBe(0)
})
