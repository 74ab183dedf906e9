import { type Page, request, type Worker } from '@playwright/test'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { sql } from '#server/testing/sql.ts'
import { holdCall } from './support/network.ts'
import { cardWithText, publishPost } from './support/posts.ts'
import { addPushService } from './support/push-service.ts'
import { requestSignOut } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

const pushSwitch = (page: Page) => page.getByRole('switch', { name: 'Notifiche push su questo dispositivo' })

test('Anna gets push notifications with the app closed, until she signs out', async ({ anna, bruno }) => {
  const post = await publishPost(anna, 'A te che leggevi Calvino')
  const { page, context } = anna
  const pushService = await addPushService(context)
  await page.goto('/settings/notifications')
  await expect(pushSwitch(page)).not.toBeChecked()
  await pushSwitch(page).click()
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()
  await expect(pushSwitch(page)).toBeChecked()
  await expectAccessible(page)

  await page.goto('about:blank')
  await bruno.callOk('addComment', { post_id: post.id, text: 'Ero io!' })
  await expect
    .poll(() => pushService.messages)
    .toContainEqual({
      title: 'Dintorni',
      body: 'bruno ha commentato il tuo post: «Ero io!»',
      url: `/comments/${post.id}`,
      tag: expect.stringMatching(/^notification-\d+$/),
    })

  await page.goto('/settings/notifications')
  await expect(pushSwitch(page)).toBeChecked()
  const release = await holdCall(page, 'getPushDevices')
  await pushSwitch(page).click()
  await expect(page.getByText('Notifiche disattivate su questo dispositivo')).toBeVisible()
  await expect(pushSwitch(page)).not.toBeChecked()
  expect(pushService.isSubscribed()).toBe(false)
  // The page is still asking for the devices: this press counts all the same.
  await pushSwitch(page).click()
  release()
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()

  await page.goto('/feed')
  await requestSignOut(page)
  const unsubscribed = page.waitForResponse((response) => response.url().includes('/api/push/unsubscribe'))
  await page.getByRole('button', { name: 'Conferma' }).click()
  expect((await unsubscribed).status()).toBe(200)
  await expect(page).toHaveURL(/\/login$/)
  expect(pushService.isSubscribed()).toBe(false)
  pushService.close()
})

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const pathOf = (name: CallName) => addressOf(name).url

test('Anna sees which of her devices get push notifications, and each can switch the others off', async ({
  anna: { page, context },
  server,
}) => {
  const pushService = await addPushService(context)
  const phone = await request.newContext({ baseURL: server.url, userAgent: phoneAgent })
  const call = async (name: CallName, data: object) => (await phone.post(pathOf(name), { data })).json()
  await call('login', { email: emailOf('anna'), password })
  await call('subscribePush', { endpoint: 'http://127.0.0.1:9/phone', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) })

  await page.goto('/settings/notifications')
  const devices = page.getByRole('list', { name: 'Ricevono le notifiche push' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await pushSwitch(page).click()
  await expect(pushSwitch(page)).toBeChecked()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').filter({ hasText: 'Questo dispositivo' })).toContainText('Chrome su')
  await expectAccessible(page)
  const onPhone = devices.getByRole('listitem').filter({ hasText: 'Chrome su Android' })
  await expect(onPhone).toContainText(/Attive dal \d+ \w+ \d{4}/)
  await onPhone.getByRole('button', { name: /^Disattiva le notifiche push su Chrome su Android/ }).click()
  await expect(page.getByText('Notifiche disattivate su quel dispositivo')).toBeVisible()
  await expect(devices).toBeHidden()
  await expect(pushSwitch(page)).toBeChecked()

  // This page's own renewal, two seconds after it was opened, must not come between.
  await page.goto('about:blank')
  const reply = await phone.get(pathOf('getPushDevices'))
  const { devices: others } = (await reply.json()) as { devices: { session_id: number }[] }
  await call('stopPushOnDevice', { session_id: others[0]!.session_id })
  const renewed = page.waitForResponse((response) => response.url().includes(pathOf('renewPush')))
  await page.goto('/settings/notifications')
  await expect(pushSwitch(page)).not.toBeChecked()
  expect(await (await renewed).json()).toMatchObject({ is_subscribed: false })
  await expect.poll(pushService.isSubscribed).toBe(false)
  await phone.dispose()
  pushService.close()
})

test('A browser that the server has lost is registered again when Anna opens the app or changes her password', async ({
  anna: { page, context },
  db,
}) => {
  const pushService = await addPushService(context)
  await page.goto('/settings/notifications')
  await pushSwitch(page).click()
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()
  // This page's own renewal, two seconds after it was opened, must not come between.
  await page.goto('about:blank')
  await sql`DELETE FROM push_subscriptions`.execute(db)
  const renewal = () => page.waitForResponse((response) => response.url().includes(pathOf('renewPush')))
  const opened = renewal()
  await page.goto('/settings/notifications')
  expect(await (await opened).json()).toMatchObject({ is_subscribed: true })

  const openedAgain = renewal()
  await page.goto('/security')
  await openedAgain
  await page.getByRole('button', { name: 'Cambia password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambia password' })
  await dialog.getByLabel('Password attuale').fill(password)
  await dialog.getByLabel('Nuova password').fill('un’altra lunga frase')
  const changed = renewal()
  await dialog.getByRole('button', { name: 'Cambia', exact: true }).click()
  expect(await (await changed).json()).toMatchObject({ is_subscribed: true })
  pushService.close()
})

test('If the browser blocks notifications, the switch stays off and explains what can be done', async ({
  anna: { page, context },
}) => {
  await context.addInitScript(() => {
    let isRequested = false
    Object.defineProperty(Notification, 'permission', { get: () => (isRequested ? 'denied' : 'default') })
    Notification.requestPermission = async () => {
      isRequested = true
      return 'denied'
    }
  })
  await page.goto('/settings/notifications')
  await expect(page.getByText('Arrivano anche quando Dintorni è chiuso.')).toBeVisible()
  await pushSwitch(page).click()
  await expect(page.getByText('Il browser le blocca')).toBeVisible()
  await expect(pushSwitch(page)).not.toBeChecked()
  await expectAccessible(page)
})

/**
 * Counts the pushes that the worker has done with. Nothing may ask for its notifications before: Chromium drops one that
 * is asked for while it is being shown, in 34 of 60 attempts.
 */
async function countHandledPushes(worker: Worker): Promise<() => Promise<number>> {
  const count = await worker.evaluateHandle(() => {
    const handled = { pushes: 0 }
    PushEvent.prototype.waitUntil = function waitUntil(work: Promise<unknown>) {
      ExtendableEvent.prototype.waitUntil.call(
        this,
        work.finally(() => (handled.pushes += 1)),
      )
    }
    return handled
  })
  return () => count.evaluate(({ pushes }) => pushes)
}

test('The service worker shows each push, also while a page is visible, and opens its link', async ({
  anna,
  bruno,
  server,
}) => {
  const post = await publishPost(bruno, 'Sotto i portici')
  const { page, context } = anna
  const pushService = await addPushService(context)
  await page.goto('/settings/notifications')
  const workerStart = context.waitForEvent('serviceworker')
  await pushSwitch(page).click()
  const worker = await workerStart
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()
  expect(worker.url()).toBe(`${server.url}/service-worker.js`)

  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  const countHandled = await countHandledPushes(worker)
  /** Delivers a push, and waits until the worker has shown it. */
  const deliver = async (message: object) => {
    const before = await countHandled()
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId,
      data: JSON.stringify(message),
    })
    await expect.poll(countHandled).toBe(before + 1)
  }
  const shownNotifications = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as ServiceWorkerGlobalScope
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        data: data as unknown,
      }))
    })
  // Safari takes the subscription away from a worker that shows nothing.
  await deliver({ title: 'Dintorni', body: 'Si vede già nella pagina', url: '/notifications', tag: 'notification-1' })
  expect(await shownNotifications()).toMatchObject([{ body: 'Si vede già nella pagina' }])
  await page.goto('about:blank')
  // The page that was left counts as visible for a moment.
  const openPages = () =>
    worker.evaluate(async () => {
      const { clients } = globalThis as unknown as ServiceWorkerGlobalScope
      return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
    })
  await expect.poll(openPages).toBe(0)
  await deliver({
    title: 'Dintorni',
    body: 'bruno ha pubblicato qui: Milano',
    url: `/comments/${post.id}`,
    tag: 'notification-1',
  })
  expect(await shownNotifications()).toEqual([
    {
      title: 'Dintorni',
      body: 'bruno ha pubblicato qui: Milano',
      tag: 'notification-1',
      data: { url: `/comments/${post.id}` },
    },
  ])
  await page.goto('/feed')
  await expect(cardWithText(page, 'Sotto i portici')).toBeVisible()
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }))
  })
  await expect(page).toHaveURL(new RegExp(`/comments/${post.id}$`))
  await expect.poll(shownNotifications).toEqual([])
  pushService.close()
})
