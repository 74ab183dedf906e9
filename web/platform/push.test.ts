// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { needsHomeScreen, renewPush, subscribePush, unsubscribePush } from './push.ts'
import { closeBrowser, openBrowser, signInAs } from './testing/fake-browser.ts'
import { startFakeServer } from './testing/fake-server.ts'

const subscription = {
  toJSON: () => ({ endpoint: 'https://push.example/anna', keys: { p256dh: 'key', auth: 'secret' } }),
  unsubscribe: async () => void browser.lose(),
}
const browser = {
  current: null as typeof subscription | null,
  permission: 'granted',
  lose() {
    browser.current = null
  },
}
let server: ReturnType<typeof startServer>
let isSwitchedOffElsewhere = false

const startServer = () =>
  startFakeServer({
    getPushKey: () => ({ public_key: 'public' }),
    subscribePush: () => ({ message: 'Attivate' }),
    unsubscribePush: () => ({ message: 'Disattivate' }),
    renewPush: () => ({ is_subscribed: !isSwitchedOffElsewhere }),
  })

beforeEach(() => {
  openBrowser()
  signInAs(1)
  isSwitchedOffElsewhere = false
  Object.assign(browser, { current: null, permission: 'granted' })
  const pushManager = {
    getSubscription: async () => browser.current,
    subscribe: async () => (browser.current = subscription),
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', {
    requestPermission: async () => browser.permission,
    get permission() {
      return browser.permission
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { register: async () => registration, getRegistration: async () => registration, ready: registration },
    configurable: true,
  })
  server = startServer()
})
afterEach(() => {
  closeBrowser()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'standalone')
})

test('A person who has switched push on gets it back when the browser has lost the subscription', async () => {
  await subscribePush()
  browser.lose()
  await renewPush()
  expect(browser.current).toBe(subscription)
  expect(server.last()).toMatchObject({ endpoint: 'https://push.example/anna' })
  expect(server.names().at(-1)).toBe('renewPush')
})

test('A subscription from before counts as switched on', async () => {
  browser.current = subscription
  await renewPush()
  browser.lose()
  await renewPush()
  expect(browser.current).toBe(subscription)
})

test.each<[who: string, act: () => Promise<unknown> | void]>([
  ['has never switched it on', () => undefined],
  ['has switched it off here', async () => (await subscribePush(), unsubscribePush())],
  [
    'has switched it off from another device',
    async () => {
      await subscribePush()
      isSwitchedOffElsewhere = true
      await renewPush()
      isSwitchedOffElsewhere = false
    },
  ],
  [
    'has withdrawn the permission',
    async () => {
      await subscribePush()
      browser.permission = 'denied'
    },
  ],
  ['is not the one who has switched it on', async () => (await subscribePush(), signInAs(2))],
])('Push stays off for a person who %s', async (_who, act) => {
  await act()
  browser.lose()
  const before = server.calls.length
  await renewPush()
  expect(browser.current).toBeNull()
  expect(server.calls).toHaveLength(before)
})

test('Only a tab on an iPhone or iPad needs the home screen for push', () => {
  const isStandalone = (value: boolean | undefined) =>
    Object.defineProperty(navigator, 'standalone', { value, configurable: true })
  isStandalone(false)
  expect(needsHomeScreen()).toBe(false)
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(window, 'PushManager')
  expect(needsHomeScreen()).toBe(true)
  isStandalone(true)
  expect(needsHomeScreen()).toBe(false)
  Reflect.deleteProperty(navigator, 'standalone')
  expect(needsHomeScreen()).toBe(false)
})
