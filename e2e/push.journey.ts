import type { Page } from '@playwright/test'
import { cardWithText, publishPost } from './support/posts.ts'
import { addPushService } from './support/push-service.ts'
import { requestSignOut, signIn } from './support/sign-in.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test, withMotionAndServiceWorker } from './support/fixtures.ts'

test.use(withMotionAndServiceWorker)

const pushSwitch = (page: Page) => page.getByRole('switch', { name: 'Notifiche push su questo dispositivo' })

test('Anna gets push notifications with the app closed, also after a reload, until she signs out', async ({
  createApiUser,
  createBrowserUser,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(anna, 'A te che leggevi Calvino')
  const { page, context } = anna
  const pushService = await addPushService(context)
  await page.goto('/settings')
  await expect(pushSwitch(page)).not.toBeChecked()
  await pushSwitch(page).click()
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()
  await expect(pushSwitch(page)).toBeChecked()
  await expectAccessible(page)
  await page.reload()
  await expect(pushSwitch(page)).toBeChecked()

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

  await page.goto('/settings')
  await pushSwitch(page).click()
  await expect(page.getByText('Notifiche disattivate su questo dispositivo')).toBeVisible()
  await expect(pushSwitch(page)).not.toBeChecked()
  expect(pushService.isSubscribed()).toBe(false)
  await pushSwitch(page).click()
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()

  await page.goto('/feed')
  await requestSignOut(page)
  const unsubscribed = page.waitForResponse((response) => response.url().includes('/api/push/unsubscribe'))
  await page.getByRole('button', { name: 'Conferma' }).click()
  expect((await unsubscribed).status()).toBe(200)
  await expect(page).toHaveURL(/\/login$/)
  expect(pushService.isSubscribed()).toBe(false)
  await signIn(page, 'anna@example.it')
  await expect(page).toHaveURL(/\/(feed|required-location)$/)
  await page.goto('/settings')
  await expect(pushSwitch(page)).not.toBeChecked()
  pushService.close()
})

test('If the browser blocks notifications, the switch stays off and explains what can be done', async ({
  createBrowserUser,
}) => {
  const { page, context } = await createBrowserUser('anna')
  await context.addInitScript(() => {
    let isRequested = false
    Object.defineProperty(Notification, 'permission', { get: () => (isRequested ? 'denied' : 'default') })
    Notification.requestPermission = async () => {
      isRequested = true
      return 'denied'
    }
  })
  await page.goto('/settings')
  await expect(page.getByText('Arrivano anche quando Dintorni è chiuso.')).toBeVisible()
  await pushSwitch(page).click()
  await expect(page.getByText('Il browser le blocca')).toBeVisible()
  await expect(pushSwitch(page)).not.toBeChecked()
  await expectAccessible(page)
})

test('The service worker shows a push and opens its link, but shows nothing while the page is visible', async ({
  createApiUser,
  createBrowserUser,
  server,
}) => {
  const anna = await createBrowserUser('anna')
  const bruno = await createApiUser('bruno')
  const post = await publishPost(bruno, 'Sotto i portici')
  const { page, context } = anna
  const pushService = await addPushService(context)
  await page.goto('/settings')
  const workerStart = context.waitForEvent('serviceworker')
  await pushSwitch(page).click()
  const worker = await workerStart
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()
  expect(worker.url()).toBe(`${server.url}/service-worker.js`)
  const workerFile = await context.request.get('/service-worker.js')
  expect(workerFile.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  })

  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  const deliver = (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId,
      data: JSON.stringify(message),
    })
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
  await deliver({ title: 'Dintorni', body: 'Si vede già nella pagina', url: '/notifications', tag: 'notification-0' })
  await page.goto('about:blank')
  await deliver({
    title: 'Dintorni',
    body: 'bruno ha pubblicato qui: Milano',
    url: `/comments/${post.id}`,
    tag: 'notification-1',
  })
  await expect.poll(shownNotifications).toEqual([
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
