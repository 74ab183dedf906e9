import type { Locator, Page } from '@playwright/test'
import { mainNavigation } from './support/navigation.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { pullDown } from './support/touch.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotion } from './support/fixtures.ts'

test.use(withMotion)

test('An unknown address shows a not-found page with a link back to the feed', async ({ page }) => {
  await page.goto('/piazza-che-non-esiste')
  await expect(page.getByRole('heading', { name: 'Questa strada non porta da nessuna parte' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Torna al feed' }).click()
  await expect(page).toHaveURL(/\/feed$/)
})

test('The navigation bar lies below on a phone and at the left of a wide screen, and hides under a menu and where others write', async ({
  anna,
  page,
}) => {
  await publishPost(anna, 'Eccomi')
  await page.goto('/feed')
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()
  const phone = (await mainNavigation(page).boundingBox())!
  expect(phone.width).toBe(390)
  expect(phone.y + phone.height).toBeCloseTo(844, 0)
  await page.getByRole('button', { name: 'Opzioni del post' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(mainNavigation(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await mainNavigation(page).getByRole('link', { name: 'Nuovo post' }).click()
  await expect(page).toHaveURL(/\/new-spot$/)
  await expect(mainNavigation(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(cardWithText(page, 'Eccomi')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await mainNavigation(page).boundingBox())?.height).toBe(800)
  const rail = (await mainNavigation(page).boundingBox())!
  const card = (await cardWithText(page, 'Eccomi').boundingBox())!
  expect(rail.width).toBeLessThan(320)
  expect(rail.x + rail.width).toBeLessThanOrEqual(card.x)
  expect(card.width).toBeLessThanOrEqual(600)
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

test('Comments slide in and out again for half a second, also when one goes back at once; with reduced motion nothing moves', async ({
  anna,
  page,
}) => {
  await publishPost(anna, 'Eccomi')
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

  const forward = nextSlide(page)
  await comments.click()
  await forward
  await page.evaluate(() => {
    for (const slide of document.getAnimations()) slide.pause()
  })
  const back = nextSlide(page)
  await page.goBack()
  expect(await (await back).jsonValue()).toEqual({ direction: 'back', durations: [500, 500] })
  await expect(page.locator('html[data-slide]')).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    document.startViewTransition = () => {
      throw new Error('the page changed with a transition')
    }
  })
  await comments.click()
  await expect(page.getByRole('heading', { name: 'Commenti' }).last()).toBeVisible()
  // A changed size is there at once, so that no list loses its place.
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

test('Offline, a banner says so, and what needs the network fails with a message, while loaded posts stay', async ({
  anna,
}) => {
  await publishPost(anna, 'Resto leggibile')
  const { page, context } = anna
  const card = cardWithText(page, 'Resto leggibile')
  const failure = page.getByText('Errore di rete, riprova più tardi.')
  await page.goto('/feed')
  await expect(card).toBeVisible()
  await context.setOffline(true)
  const banner = page.getByText('Sei offline. Vedi solo quello che era già arrivato.')
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await pullDown(page, 220)
  await expect(failure).toBeVisible()
  await expect(card).toBeVisible()
  await expect(failure).toHaveCount(0)
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await card.getByRole('button', { name: 'Mi piace' }).click()
  await expect(card.getByRole('link', { name: /^1 Mi piace/ })).toBeVisible()
})

test('Without the code of stories or of a menu the feed stays, and both load when the network is back', async ({
  anna,
  page,
}) => {
  await publishPost(anna, 'Resto leggibile')
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

test('A page whose code fails once reloads by itself and opens', async ({ anna, page }) => {
  const { id } = await publishPost(anna, 'Eccomi')
  await page.route(/\/assets\/LikesPage[^/]*\.js$/, (route) => route.abort(), { times: 1 })
  await page.goto(`/likes/${id}`)
  await expect(page.getByText('Ancora nessun Mi Piace')).toBeVisible()
})

test('A page whose code was never loaded says so without a network, and opens when it is back', async ({
  anna: { page, context },
}) => {
  await page.goto('/feed')
  await expect(page.getByText('Qui intorno è ancora tutto tranquillo')).toBeVisible()
  await context.setOffline(true)
  await mainNavigation(page).getByRole('link', { name: 'Cerca' }).click()
  await expect(page.getByRole('heading', { name: 'Questa pagina non è arrivata' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('A page whose code fails to load shows an error, and works after a reload @core', async ({ anna, page }) => {
  const { id } = await publishPost(anna, 'Eccomi')
  const isLikesCode = /\/assets\/LikesPage[^/]*\.js$/
  await page.route(isLikesCode, (route) => route.abort())
  await page.goto(`/likes/${id}`)
  await expect(page.getByRole('heading', { name: 'Questa pagina non è arrivata' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(isLikesCode)
  await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
  await expect(page.getByText('Ancora nessun Mi piace')).toBeVisible()
})

for (const feature of ['selector(:has(a))', 'color']) {
  test(`In a browser without «${feature}» a person reads that it is too old, and nothing else`, async ({ visitor }) => {
    const { page } = visitor
    const sentence = page.getByRole('heading', { name: 'Questo browser è troppo vecchio per Dintorni' })
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
    await expect(sentence).toBeHidden()
    await page.addInitScript((missing) => {
      const supports = CSS.supports.bind(CSS)
      CSS.supports = (condition: string, value?: string) =>
        condition !== missing && (value === undefined ? supports(condition) : supports(condition, value))
    }, feature)
    await page.goto('/login')
    await expect(sentence).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeHidden()
    await expectAccessible(page)
  })
}

test('With a contrast theme, which removes backgrounds, every control keeps a shape, and what is chosen shows', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const outlinePx = (control: Locator) =>
    control.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle === 'solid' ? Number.parseFloat(outlineWidth) : 0
    })
  await page.goto('/settings/notifications')
  const [on, off] = ['Notifiche luoghi seguiti', 'Notifiche nelle vicinanze'].map((name) =>
    page.getByRole('switch', { name }),
  ) as [Locator, Locator]
  await expect(on).toBeChecked()
  expect([await outlinePx(off), await outlinePx(off.locator('> *')), await outlinePx(on)]).toEqual([1, 1, 3])
  await page.goto('/feed')
  const choice = page.getByRole('navigation').filter({ hasText: 'Seguiti' }).getByRole('link')
  await expect(choice).toHaveCount(2)
  expect(await outlinePx(choice.first())).toBe(3)
  expect(await outlinePx(mainNavigation(page).getByRole('link', { name: 'Nuovo post' }))).toBe(1)
  await page.goto('/new-spot')
  const chosen = page.locator('label', { hasText: 'Pubblico' })
  expect([await outlinePx(chosen), await outlinePx(page.locator('label', { hasText: 'Solo follower' }))]).toEqual([
    3, 1,
  ])
})

test('A printed page shows its content from the beginning, without bars above it', async ({ anna, page }) => {
  const { id } = await publishPost(anna, 'Da stampare')
  await page.goto(`/comments/${id}`)
  await expect(page.getByText('Da stampare')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Da stampare')).toBeVisible()
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)
      .map(({ className }) => className),
  )
  expect(fixed).toEqual([])
})

test('A post can be reached, liked and unliked with the keyboard alone', async ({ anna, page }) => {
  await publishPost(anna, 'Prendimi')
  await page.goto('/feed')
  await expect(cardWithText(page, 'Prendimi')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Storie' })).toBeVisible()
  const focusedName = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const focusedNames: (string | null | undefined)[] = []
  for (let step = 0; step < 21; step++) {
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
    'Apri la mappa',
    'Vicino',
    'Seguiti',
    expect.stringContaining('Aggiungi una storia'),
    'anna',
    'Piazza del Duomo · 10 m',
    expect.stringMatching(/^Apri il post/),
    'Opzioni del post',
    'Mi piace',
    'Spotted: vedi le richieste',
    '0 commenti',
    'Condividi il post',
    'Salva',
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

test('A dialog traps the keyboard focus, closes on Escape and returns the focus to its opener', async ({
  anna,
  page,
}) => {
  await publishPost(anna, 'Prendimi')
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
