import { call } from './api.ts'
import { currentUser } from './current-user.ts'
import { registerServiceWorker } from './service-worker-registration.ts'
import { readStorage, removeFromStorage, writeStorage } from './storage.ts'

/** Whether this browser supports push messages. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this is a tab on an iPhone or iPad, where only an app on the home screen has push messages. */
export const needsHomeScreen = () => !canPush() && 'standalone' in navigator && navigator.standalone === false

const workerStartTimeoutMs = 10_000

/** Registers the service worker and resolves when it is active. */
async function startedWorker() {
  await registerServiceWorker()
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('the service worker does not start')), workerStartTimeoutMs)
  })
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** Returns the subscription of this browser, or null. */
async function currentSubscription() {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration('/') : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

function inputOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

/** `denied` can only be changed in the browser's own settings. */
export type PushState = 'on' | 'off' | 'denied'

export async function pushState(): Promise<PushState> {
  if (Notification.permission === 'denied') return 'denied'
  return (await currentSubscription()) ? 'on' : 'off'
}

/** The user denied the permission. */
export class PushDenied extends Error {
  override name = 'PushDenied'
}

const storageKey = () => `push-${currentUser()?.id ?? 0}` as const
/** Whether the user has switched push on here: the browser may lose its subscription. */
const isWanted = () => readStorage(storageKey()) !== null
const setWanted = (wanted: boolean) => (wanted ? writeStorage(storageKey(), 'on') : removeFromStorage(storageKey()))

async function subscribe() {
  const [{ pushManager }, { public_key }] = await Promise.all([startedWorker(), call('getPushKey', {})])
  // A subscription for another key would make `subscribe` fail.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
}

/** Requests the permission, subscribes, and registers the subscription. Returns the server's sentence. */
export async function subscribePush() {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  const subscription = await subscribe()
  try {
    const { message } = await call('subscribePush', inputOf(subscription))
    setWanted(true)
    return message
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/**
 * Subscribes this browser again if it has lost the subscription, and registers it if the server has. Unsubscribes if
 * the device was switched off from another one.
 */
export async function renewPush() {
  const isLost = canPush() && Notification.permission === 'granted' && isWanted()
  const subscription = (await currentSubscription()) ?? (isLost ? await subscribe() : null)
  if (!subscription) return
  const { is_subscribed } = await call('renewPush', inputOf(subscription))
  setWanted(is_subscribed)
  if (!is_subscribed) await subscription.unsubscribe()
}

/** Unsubscribes this browser, even if the call to the server fails. Returns the server's sentence. */
export async function unsubscribePush() {
  setWanted(false)
  const subscription = await currentSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return (await call('unsubscribePush', { endpoint: subscription.endpoint })).message
}

/** Unsubscribes without a call to the server: the next user of this browser must not receive these messages. */
export const dropPushSubscription = async () => void (await (await currentSubscription())?.unsubscribe())
