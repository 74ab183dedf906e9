import type { Locator, Page } from '@playwright/test'
import { failCall, holdCall, holdRequests, collectRequests, isCall } from './support/network.ts'
import { expectNoHorizontalScroll } from './support/layout.ts'
import { mainNavigation } from './support/navigation.ts'
import { publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Cerca persone, luoghi e post' })
const results = (page: Page) => page.getByRole('list', { name: 'Risultati' })

test('A place is found despite a typo, with town and distance; going back from it shows the results @core', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/search')
  await field(page).fill('piaza del duomo')
  const place = results(page)
    .getByRole('listitem')
    .filter({ hasText: 'Milano (MI)' })
    .filter({ hasText: 'Piazza del Duomo' })
  await expect(place).toContainText(/\d+ m/)
  await expect(place).toContainText('Piazza')
  await place.getByRole('button', { name: 'Segui Piazza del Duomo' }).click()
  await expect(place.getByRole('button', { name: 'Seguito Piazza del Duomo' })).toBeVisible()
  await expect(page).toHaveURL(/\/search\?q=piaza%20del%20duomo$/)
  await place.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piazza del Duomo' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('piaza del duomo')
  await expect(place).toBeVisible()
})

test('A person is found by the beginning of the name, and the typed part is highlighted', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const valentina = await createApiUser('valentina.rossi')
  await valentina.callOk('updateProfile', { bio: 'Tram, balconi e gatti altrui' })
  const { page } = await createBrowserUser('anna')
  await page.goto('/search')
  await field(page).pressSequentially('valentina')
  const row = results(page).getByRole('listitem').filter({ hasText: 'valentina.rossi' })
  await expect(row).toContainText('Tram, balconi e gatti altrui')
  await row.getByRole('button', { name: 'Segui valentina.rossi' }).click()
  await expect(row.getByRole('button', { name: 'Segui già valentina.rossi' })).toBeVisible()
  const plain = await row
    .getByRole('link')
    .getByText('valentina.rossi')
    .evaluate((element) => getComputedStyle(element).color)
  expect(
    await row
      .getByRole('link')
      .getByText('valentina', { exact: true })
      .evaluate((element) => getComputedStyle(element).color),
  ).not.toBe(plain)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'valentina.rossi' })).toBeVisible()
})

test('A late reply never replaces a newer one, and old results stay until the new ones come', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const isSlow = (url: URL) => isCall('search')(url) && url.searchParams.get('q') === 'torino'
  await page.route(isSlow, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  await page.goto('/search')
  await field(page).fill('bergamo')
  await expect(
    results(page)
      .getByRole('link', { name: /^Bergamo/ })
      .first(),
  ).toBeVisible()
  const slow = page.waitForRequest((request) => isSlow(new URL(request.url())))
  await field(page).fill('torino')
  await slow
  await expect(results(page)).toHaveAttribute('aria-busy', 'true')
  await expect(
    results(page)
      .getByRole('link', { name: /^Bergamo/ })
      .first(),
  ).toBeVisible()
  await field(page).fill('napoli')
  await expect(
    results(page)
      .getByRole('link', { name: /^Napoli/ })
      .first(),
  ).toBeVisible()
  release()
  await page.unroute(isSlow)
  await field(page).fill('roma')
  await expect(results(page).getByRole('link', { name: /^Roma/ }).first()).toBeVisible()
  await expect(results(page)).toHaveAttribute('aria-busy', 'false')
  await expect(results(page).getByRole('link', { name: /^Torino/ })).toHaveCount(0)
})

test('The empty result of one query is not shown while the next query loads', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/search?q=zzqqxx')
  await expect(page.getByRole('heading', { name: 'Nessuno e niente per «zzqqxx»' })).toBeVisible()
  const release = await holdCall(page, 'search')
  await field(page).fill('bergamo')
  await expect(results(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: /^Nessuno e niente/ })).toHaveCount(0)
  release()
  await expect(
    results(page)
      .getByRole('link', { name: /^Bergamo/ })
      .first(),
  ).toBeVisible()
})

test('Fast typing sends one request, with a rounded position', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.clock.install()
  await page.goto('/search')
  await expect(field(page)).toBeVisible()
  const searches = collectRequests(page, 'search')
  // The page's own clock makes the typing fast, however slow this machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const letter of 'bergamo') {
    await field(page).press(letter)
    await page.clock.runFor(100)
  }
  await expect(field(page)).toHaveValue('bergamo')
  expect(searches).toEqual([])
  await page.clock.resume()
  await expect(
    results(page)
      .getByRole('link', { name: /^Bergamo/ })
      .first(),
  ).toBeVisible()
  expect(searches).toHaveLength(1)
  const { searchParams } = new URL(searches[0]!.url())
  expect(Object.fromEntries(searchParams)).toEqual({ q: 'bergamo', lat: '45.46', lon: '9.19' })
})

test('An empty search box suggests people and places nearby; clearing the box shows them again', async ({
  createApiUser,
  createBrowserUser,
}) => {
  await publishPost(await createApiUser('bruno'), 'Ciao dal Duomo')
  const { page } = await createBrowserUser('anna')
  await page.goto('/search')
  const suggestions = page.getByRole('region', { name: 'Esplora' })
  await expect(suggestions.getByRole('link', { name: 'bruno' })).toBeVisible()
  await expect(suggestions.getByRole('link', { name: /^Piazza del Duomo/ })).toBeVisible()
  await field(page).fill('zzqqxx')
  await expect(page.getByRole('heading', { name: 'Nessuno e niente per «zzqqxx»' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('zzqqxx')
  await page.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(field(page)).toBeFocused()
  await expect(suggestions.getByRole('link', { name: 'bruno' })).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)
})

test('A person who follows everything nearby reads that nothing is left; a failed search can be retried', async ({
  createBrowserUser,
}) => {
  const { page, callOk } = await createBrowserUser('anna')
  for (const { id } of await callOk('getNearbyLocations', { lat: 45.46, lon: 9.19 }))
    await callOk('followPlace', { place_id: id })
  await page.goto('/search')
  await expect(page.getByText('Nessun suggerimento disponibile.')).toBeVisible()
  const restore = await failCall(page, 'search')
  await field(page).fill('bergamo')
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(
    results(page)
      .getByRole('link', { name: /^Bergamo/ })
      .first(),
  ).toBeVisible()
})

test('The arrow keys move through the results and back to the search box', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/search?q=bergamo')
  const links = results(page).getByRole('link')
  await expect(links.first()).toBeVisible()
  await field(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/location\/\d+$/)
})

test('The navigation bar leads from the results of a search to an empty search', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/search?q=bergamo')
  await expect(results(page)).toBeVisible()
  await mainNavigation(page).getByRole('link', { name: 'Cerca' }).click()
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Esplora' })).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)
})

test('A search that led to a result is offered again, until it is removed or Anna signs out', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  const recent = page.getByRole('list', { name: 'Ricerche recenti' })
  await page.goto('/search')
  await expect(page.getByRole('heading', { name: 'Esplora' })).toBeVisible()
  await expect(recent).toHaveCount(0)
  for (const query of ['bergamo', 'colosseo', 'Bergamo']) {
    await field(page).fill(query)
    await results(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/location\/\d+$/)
    await page.goto('/search')
  }
  await expect(recent.getByRole('link')).toHaveText(['Bergamo', 'colosseo'])
  await expectAccessible(page)
  await recent.getByRole('link', { name: 'colosseo' }).click()
  await expect(field(page)).toHaveValue('colosseo')
  await expect(
    results(page)
      .getByRole('link', { name: /^Colosseo/ })
      .first(),
  ).toBeVisible()
  await page.goBack()
  await recent.getByRole('button', { name: 'Dimentica «Bergamo»' }).click()
  await expect(recent.getByRole('link')).toHaveText(['colosseo'])
  await expect(recent.getByRole('link')).toBeFocused()
  await page.getByRole('button', { name: 'Cancella tutto' }).click()
  await expect(recent).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await field(page).fill('napoli')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(recent.getByRole('link')).toHaveText(['napoli'])
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent-searches')))
  expect(await stored()).toHaveLength(1)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Esci' }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored()).toEqual([])
})

test('The chips lead from people to posts with the words, and the chosen one is there on return', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const bruno = await createApiUser('bruno')
  await publishPost(bruno, 'Le lanterne della #Lanternata sul naviglio')
  await publishPost(bruno, 'Una lanterna sola')
  const { page } = await createBrowserUser('anna')
  await page.goto('/search')
  await field(page).fill('lanterne')
  const kinds = page.getByRole('radiogroup', { name: 'Che cosa cercare' })
  await expect(kinds.getByRole('radio', { name: 'Tutto' })).toBeChecked()
  const posts = page.getByRole('feed', { name: 'Post con «lanterne»' })
  await expect(posts.getByRole('article')).toHaveCount(2)
  await kinds.getByRole('radio', { name: 'Persone' }).click()
  await expect(page.getByRole('heading', { name: 'Nessuno si chiama «lanterne»' })).toBeVisible()
  await kinds.getByRole('radio', { name: 'Post' }).click()
  await expect(posts.getByRole('article')).toHaveCount(2)
  await expect(page).toHaveURL(/\/search\?q=lanterne&in=posts$/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await field(page).fill('lanterna sol')
  const found = page.getByRole('feed', { name: 'Post con «lanterna sol»' })
  await expect(found.getByRole('article')).toHaveCount(1)
  await found.getByText('Una lanterna sola').click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await page.goBack()
  await expect(kinds.getByRole('radio', { name: 'Post' })).toBeChecked()
  await expect(found.getByRole('article')).toHaveCount(1)
  await field(page).fill('la')
  await expect(page.getByRole('heading', { name: 'Scrivi almeno tre lettere' })).toBeVisible()
  await field(page).fill('#lanter')
  await kinds.getByRole('radio', { name: 'Hashtag' }).click()
  const hashtag = page.getByRole('list', { name: 'Hashtag' }).getByRole('link', { name: '#lanternata' })
  await expect(hashtag).toContainText('1 post')
  await expectAccessible(page)
  await hashtag.click()
  await expect(page).toHaveURL(/\/hashtag\/lanternata$/)
})

/** Types and presses within one task, so that no timer runs in between. */
async function typeAndPress(page: Page, text: string, pressed: Locator): Promise<void> {
  await field(page).focus()
  await pressed.evaluate((element: HTMLElement, typed) => {
    document.execCommand('selectAll')
    document.execCommand('insertText', false, typed)
    element.click()
  }, text)
}

test('Back leads from a recent search to the empty search before it, also after typing there', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/search')
  await field(page).fill('bergamo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=bergamo$/)
  await page.getByRole('button', { name: 'Cancella la ricerca' }).click()
  await expect(page).toHaveURL(/\/search$/)
  await page.getByRole('list', { name: 'Ricerche recenti' }).getByRole('link', { name: 'bergamo' }).click()
  await expect(page).toHaveURL(/\/search\?q=bergamo$/)
  await expect(results(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/search$/)
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Esplora' })).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)
})

test('Anna who types and at once goes elsewhere is not taken back to the search', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  const release = await holdRequests(page, /\/assets\/MapPage[^/]*\.js$/)
  await page.goto('/search?q=bergamo')
  await expect(results(page)).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().includes('bergamot'))
  const map = page.getByRole('navigation', { name: 'Come esplorare' }).getByRole('link', { name: 'Mappa' })
  await typeAndPress(page, 'bergamot', map)
  await sent
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Esplora' })).toBeVisible()
  await expect(page).toHaveURL(/\/map#/)
})

test('The search is accessible, and no wider than a phone', async ({ createApiUser, createBrowserUser }) => {
  await publishPost(await createApiUser('bruno_con_un_nome.davvero_lung'), 'Ciao')
  const { page } = await createBrowserUser('anna')
  await page.goto('/search')
  await expect(page.getByRole('region', { name: 'Esplora' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  for (const query of ['bruno_con_un', 'universita degli studi', 'precipitevolissimevolmente'.repeat(3)]) {
    await field(page).fill(query)
    await expect(
      query.startsWith('prec')
        ? page.getByRole('heading', { name: /^Nessuno e niente/ })
        : results(page).getByRole('link').first(),
    ).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`q=${query.slice(0, 9)}`))
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
})
