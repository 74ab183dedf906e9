import type { Page } from '@playwright/test'
import { cardWithText, publishPost } from './support/posts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

const bar = (page: Page) => page.getByRole('navigation', { name: 'Navigazione principale' })

test('An address that leads nowhere says so, and leads back', async ({ createBrowserUser }) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/piazza-che-non-esiste')
  await expect(page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Torna al feed' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('The bar leads between the pages; likes have none, comments have the composer in its place', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  await expect(bar(page).getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page')
  await bar(page).getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page).toHaveURL(/\/new-spot$/)
  await expect(bar(page).getByRole('link', { name: 'Nuovo post' })).toHaveAttribute('aria-current', 'page')
  await bar(page).getByRole('link', { name: 'Feed' }).click()
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()

  await page.goto(`/likes/${id}`)
  await expect(page.getByText('Ancora nessun Mi Piace')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.goto(`/comments/${id}`)
  await expect(page.getByPlaceholder('Scrivi un commento...')).toBeInViewport()
  await expect(bar(page)).toHaveCount(0)
})

test('The bar is out of reach while something modal is open, and who is signed out has none', async ({
  createBrowserUser,
  visitor,
}) => {
  const { page } = await createBrowserUser('anna')
  await page.goto('/new-spot')
  await expect(bar(page)).toBeVisible()
  await page.getByRole('button', { name: 'Informazioni su visibilità e posizione' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeVisible()

  await visitor.page.goto('/login')
  await expect(visitor.page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  await expect(bar(visitor.page)).toHaveCount(0)
})

test('On a desk the bar is a rail at the left, beside one column', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
  const phone = (await bar(page).boundingBox())!
  expect(phone.width).toBe(390)
  expect(phone.y + phone.height).toBeCloseTo(844, 0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await bar(page).boundingBox())?.height).toBe(800)
  const rail = (await bar(page).boundingBox())!
  const card = (await cardWithText(page, 'Eccomi').boundingBox())!
  expect(rail.width).toBeLessThan(320)
  expect(rail.x + rail.width).toBeLessThanOrEqual(card.x)
  expect(card.width).toBeLessThanOrEqual(600)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
  await expectAccessible(page)
})

test('No page is wider than a phone, not even for long words', async ({ createBrowserUser }) => {
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
})

/** The slide between pages as the browser draws it, once it is under way. */
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

test('Comments slide in from the right and out again, for half a second; not for who wants less motion', async ({
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Eccomi')
  const { page } = anna
  await page.goto('/feed')
  const comments = cardWithText(page, 'Eccomi').getByRole('link', { name: '0 commenti' })
  for (const [press, direction] of [
    [comments, 'forward'],
    [page.getByRole('button', { name: 'Indietro' }), 'back'],
  ] as const) {
    const slide = nextSlide(page)
    await press.click()
    expect(await (await slide).jsonValue()).toEqual({ direction, durations: [500, 500] })
    await expect(page.locator('html[data-slide]')).toHaveCount(0)
  }

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    document.startViewTransition = () => {
      throw new Error('it moved')
    }
  })
  await comments.click()
  await expect(page.getByRole('heading', { name: 'Commenti' })).toBeVisible()
})

test('Who goes back while the comments still slide in sees them slide out', async ({ createBrowserUser }) => {
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

test('Offline, a banner says so and what was loaded stays; online again it goes', async ({ createBrowserUser }) => {
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

test('A page whose code does not come says so, and comes after a reload', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  const { id } = await publishPost(anna, 'Eccomi')
  const { page } = anna
  const isCode = /\/assets\/LikesPage[^/]*\.js$/
  await page.route(isCode, (route) => route.abort())
  await page.goto(`/likes/${id}`)
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(isCode)
  await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
  await expect(page.getByText('Ancora nessun Mi Piace')).toBeVisible()
})

test('With the keyboard alone one walks through a card, likes it and takes it back', async ({ createBrowserUser }) => {
  const anna = await createBrowserUser('anna')
  await publishPost(anna, 'Prendimi')
  const { page } = anna
  await page.goto('/feed')
  await expect(cardWithText(page, 'Prendimi')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Storie' })).toBeVisible()
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const walked: (string | null | undefined)[] = []
  for (let step = 0; step < 11; step++) {
    await page.keyboard.press('Tab')
    walked.push(await focused())
  }
  expect(walked).toEqual([
    'Ovunque. Cambia posizione',
    'Messaggi',
    expect.stringContaining('Aggiungi una storia'),
    'anna',
    'Piazza del Duomo · Milano (MI)',
    'Opzioni del post',
    'Mi piace',
    expect.stringMatching(/^0 Mi piace/),
    'Spotted: vedi le richieste',
    '0 persone confermate',
    '0 commenti',
  ])
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+Tab')
  const heart = page.getByRole('button', { name: 'Mi piace' })
  await expect(heart).toBeFocused()
  expect(await heart.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
  await page.keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(heart).toBeFocused()
})

test('A dialog keeps the keyboard to itself, Escape closes it, and the focus goes back where it was', async ({
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

test('A page that is opened by its address begins at its top; reloaded, it is where it was', async ({
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
  // By then a page that was remembered would have been scrolled.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
