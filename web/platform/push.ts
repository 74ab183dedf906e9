import { call } from './api.ts'
import { registerServiceWorker } from './service-worker-registration.ts'

/** Whether this browser supports push messages. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

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

/** Requests the permission, subscribes, and registers the subscription. Returns the server's sentence. */
export async function subscribePush() {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  const [{ pushManager }, { public_key }] = await Promise.all([startedWorker(), call('getPushKey', {})])
  // A subscription for another key would make `subscribe` fail.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  try {
    return (await call('subscribePush', inputOf(subscription))).message
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/**
 * Registers the subscription of this browser, if it has one and the server has lost it. Unsubscribes if the device was
 * switched off from another one.
 */
export async function renewPush() {
  const subscription = await currentSubscription()
  if (!subscription) return
  const { is_subscribed } = await call('renewPush', inputOf(subscription))
  if (!is_subscribed) await subscription.unsubscribe()
}

/** Unsubscribes this browser, even if the call to the server fails. Returns the server's sentence. */
export async function unsubscribePush() {
  const subscription = await currentSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return (await call('unsubscribePush', { endpoint: subscription.endpoint })).message
}

/** Unsubscribes without a call to the server: the next user of this browser must not receive these messages. */
export const dropPushSubscription = async () => void (await (await currentSubscription())?.unsubscribe())
