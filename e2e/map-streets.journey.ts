import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { startStreetsArchive } from './support/streets.ts'

test('Ada fetches the streets of Milano, stops, goes on after a failure, and finds them on the map @core', async ({
  ada: { page },
}) => {
  test.slow()
  const archive = await startStreetsArchive()
  try {
    await page.goto('/administration')
    await page.getByRole('link', { name: 'Strade della mappa' }).click()
    await expect(page.getByText('non ha ancora strade')).toBeVisible()
    const plan = page.getByRole('button', { name: 'Prepara' })
    await plan.click()
    await expect(page.getByText('Scegli una città.')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Scegli una città' }).click()
    await page.getByRole('dialog').getByLabel('Cerca una città').fill('Milan')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Milano/ })
      .click()
    await page.getByLabel('Chilometri attorno').fill('4,5')
    await page.getByLabel('Indirizzo di un archivio PMTiles').fill(archive.url)
    await plan.click()
    const request = page.getByRole('region', { name: 'Scaricamento' })
    await expect(request.getByText('Milano, 4,5 km attorno')).toBeVisible()
    await expect(request.getByText(/^[\d,]+ MB, \d+ riquadri$/)).toBeVisible()
    await expectAccessible(page)

    archive.answer = archive.asksForTiles
    await request.getByRole('button', { name: 'Scarica' }).click()
    await expect(request.getByRole('progressbar', { name: 'Quanto è arrivato' })).toBeVisible()
    await expect(plan).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await request.getByRole('button', { name: 'Ferma' }).click()
    await expect(request.getByText(/^Fermato\. /)).toBeVisible()

    archive.answer = (_request, response) => {
      if (archive.asksForTiles()) response.writeHead(404).end()
      return response.writableEnded
    }
    await request.getByRole('button', { name: 'Continua' }).click()
    await expect(request.getByRole('alert')).toContainText('Il sito dell’archivio non risponde come dovrebbe.')
    await expect(request.getByRole('alert')).toContainText('its server answers 404')
    await expectAccessible(page)

    archive.answer = null
    await request.getByRole('button', { name: 'Continua' }).click()
    await expect(request.getByText('Le strade sono arrivate')).toBeVisible()
    await expect(page.getByText('Ci sono le strade di Milano e dintorni.')).toBeVisible()
    await expectAccessible(page)
    const tile = page.waitForRequest(/\/map\/tiles\/streets\//)
    await page.getByRole('link', { name: 'Apri la mappa lì' }).click()
    await expect(page).toHaveURL(/\/map#11\.00\/45\.4/)
    await tile
    await expect(page.getByText('© OpenStreetMap')).toBeVisible()
  } finally {
    await archive.close()
  }
})
