import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll, waitForPaint } from './support/layout.ts'
import { mainNavigation } from './support/navigation.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotion } from './support/fixtures.ts'

test.use(withMotion)

test('An unknown address shows a not-found page with a link back to the feed', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/piazza-che-non-esiste')
  await expect(page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Torna al feed' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('The navigation bar links the pages; likes have no bar, comments have the composer in its place', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  await expect(mainNavigation(page).getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page')
  await mainNavigation(page).getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page).toHaveURL(/\/new-spot$/)
  await expect(mainNavigation(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()

  await page.goto(`/likes/${id}`)
  await expect(page.getByText('Ancora nessun Mi Piace')).toBeVisible()
  await expect(mainNavigation(page)).toHaveCount(0)
  await page.goto(`/comments/${id}`)
  await expect(page.getByPlaceholder('Scrivi un commento...')).toBeInViewport()
  await expect(mainNavigation(page)).toHaveCount(0)
})

test('The navigation bar is hidden while a dialog is open, and for signed-out visitors', async ({
  createBrowserUser,
  visitor,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  await expect(mainNavigation(page)).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(mainNavigation(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(mainNavigation(page)).toBeVisible()

  await visitor.page.goto('/login')
  await expect(visitor.page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  await expect(mainNavigation(visitor.page)).toHaveCount(0)
})

test('On a wide screen the navigation bar is a rail to the left of a single column', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
  const phone = (await mainNavigation(page).boundingBox())!
  expect(phone.width).toBe(390)
  expect(phone.y + phone.height).toBeCloseTo(844, 0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await mainNavigation(page).boundingBox())?.height).toBe(800)
  const rail = (await mainNavigation(page).boundingBox())!
  const card = (await cardWithText(page, 'Eccomi').boundingBox())!
  expect(rail.width).toBeLessThan(320)
  expect(rail.x + rail.width).toBeLessThanOrEqual(card.x)
  expect(card.width).toBeLessThanOrEqual(600)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

test('No page is wider than a phone, even with very long words', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna_con_un_nome_lungo.davvero')
  const { id } = await publishPost(
    anna,
    `${'Precipitevolissimevolmente'.repeat(6)} https://example.it/${'a'.repeat(90)}`,
  )
  await anna.callOk('addComment', { post_id: id, text: 'supercalifragilistichespiralidoso'.repeat(8) })
  const { page } = anna
  for (const path of ['/feed', `/comments/${id}`, `/likes/${id}`, '/new-spot', '/required-location']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (path.startsWith('/comments')) await expect(page.getByRole('listitem')).toContainText('supercali')
    if (path === '/feed') await expect(page.getByRole('article')).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
})

/** Waits for the next slide between pages. */
const nextSlide = (page: Page) =>
  page.waitForFunction(() => {
    const slides = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' &&
          effect instanceof KeyframeEffect &&
          /view-transition-(old|new)\(root\)/.test(effect.pseudoElement ?? ''),
      )
    return (
      slides.length === 2 && {
        direction: document.documentElement.dataset.slide,
        durations: slides.map(({ effect }) => effect?.getTiming().duration),
      }
    )
  })

test('Comments slide in from the right and out again for half a second, but not with reduced motion', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  const comments = cardWithText(page, 'Eccomi').getByRole('link', { name: '0 commenti' })
  for (const [control, direction] of [
    [comments, 'forward'],
    [page.getByRole('button', { name: 'Indietro' }), 'back'],
  ] as const) {
    const slide = nextSlide(page)
    await control.click()
    expect(await (await slide).jsonValue()).toEqual({ direction, durations: [500, 500] })
    await expect(page.locator('html[data-slide]')).toHaveCount(0)
  }

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    document.startViewTransition = () => {
      throw new Error('the page changed with a transition')
    }
  })
  await comments.click()
  await expect(page.getByRole('heading', { name: 'Commenti' })).toBeVisible()
})

test('Going back while the comments still slide in slides them out again', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  const forward = nextSlide(page)
  await cardWithText(page, 'Eccomi').getByRole('link', { name: '0 commenti' }).click()
  await forward
  await page.evaluate(() => {
    for (const slide of document.getAnimations()) slide.pause()
  })
  const back = nextSlide(page)
  await page.goBack()
  expect(await (await back).jsonValue()).toEqual({ direction: 'back', durations: [500, 500] })
  await expect(page.locator('html[data-slide]')).toHaveCount(0)
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
})

test('Offline, a banner says so and loaded posts stay readable; online, the banner disappears', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Resto leggibile')
  const { page, context } = anna
  await page.goto('/feed')
  await expect(cardWithText(page, 'Resto leggibile')).toBeVisible()
  await context.setOffline(true)
  const banner = page.getByText('Sei offline. Quello che hai già caricato resta qui.')
  await expect(banner).toBeVisible()
  await expect(cardWithText(page, 'Resto leggibile')).toBeVisible()
  await expectAccessible(page)
  await cardWithText(page, 'Resto leggibile').getByRole('button', { name: 'Mi piace' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await cardWithText(page, 'Resto leggibile').getByRole('button', { name: 'Mi piace' }).click()
  await expect(cardWithText(page, 'Resto leggibile').getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
})

test('Without the code of stories or of a menu the feed stays, and both load when the network is back', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Resto leggibile')
  const { page } = anna
  const isLateCode = /\/assets\/(StoryRow|SheetBody|PostOptions)[^/]*\.js$/
  await page.route(isLateCode, (route) => route.abort())
  const failedCode = page.waitForEvent('requestfailed', (request) => request.url().includes('/StoryRow'))
  await page.goto('/feed')
  await failedCode
  await expect(cardWithText(page, 'Resto leggibile')).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(page.getByText('Errore di rete, riprova più tardi.')).toBeVisible()
  await page.unroute(isLateCode)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('list', { name: 'Storie' })).toBeVisible()
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('A page whose code fails to load shows an error, and works after a reload @core', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Eccomi')
  const { page } = anna
  const isLikesCode = /\/assets\/LikesPage[^/]*\.js$/
  await page.route(isLikesCode, (route) => route.abort())
  await page.goto(`/likes/${id}`)
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(isLikesCode)
  await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
  await expect(page.getByText('Ancora nessun Mi Piace')).toBeVisible()
})

test('A post can be reached, liked and unliked with the keyboard alone', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Prendimi')
  const { page } = anna
  await page.goto('/feed')
  await expect(cardWithText(page, 'Prendimi')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Storie' })).toBeVisible()
  const focusedName = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const focusedNames: (string | null | undefined)[] = []
  for (let step = 0; step < 22; step++) {
    await page.keyboard.press('Tab')
    focusedNames.push(await focusedName())
  }
  expect(focusedNames).toEqual([
    'Vai al contenuto',
    'Feed',
    'Cerca',
    'Nuovo post',
    'Messaggi',
    expect.stringContaining('Notifiche'),
    'Profilo',
    'Milano, 5 km. Cambia luogo o distanza',
    'Vicino',
    'Seguiti',
    'Apri la mappa',
    expect.stringContaining('Aggiungi una storia'),
    'anna',
    'Piazza del Duomo · 10 m',
    expect.stringMatching(/^Apri il post/),
    'Opzioni del post',
    'Mi piace',
    expect.stringMatching(/^0 Mi piace/),
    'Spotted: vedi le richieste',
    '0 persone confermate',
    '0 commenti',
    'Salva',
  ])
  for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+Tab')
  const heart = page.getByRole('button', { name: 'Mi piace' })
  await expect(heart).toBeFocused()
  expect(await heart.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
  await page.keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(heart).toBeFocused()
})

test('A dialog traps the keyboard focus, closes on Escape and returns the focus to its opener', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Prendimi')
  const { page } = anna
  const openers = [
    ['/new-spot', 'Informazioni su visibilità e posizione'],
    ['/new-spot', 'Scegli un luogo'],
    ['/feed', 'Opzioni del post'],
    ['/settings', 'Esci'],
    ['/required-location', 'Scegli una città'],
  ] as const
  for (const [path, name] of openers) {
    await page.goto(path)
    const opener = page.getByRole('button', { name })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toBeVisible()
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press(step === 3 ? 'Shift+Tab' : 'Tab')
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), name).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('A page opened by its address starts at the top; a reloaded page keeps its scroll position', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  // A remembered scroll position would have been restored by then.
  await waitForPaint(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('With reduced motion a changed size is there at once, so that no list loses its place', async ({
  createBrowserUser,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/feed')
  const heightPx = await page.evaluate(async () => {
    const space = document.createElement('div')
    space.style.blockSize = '10px'
    document.body.append(space)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    space.style.blockSize = '500px'
    return space.getBoundingClientRect().height
  })
  expect(heightPx).toBe(500)
})
