import { call } from './api.ts'
import { registerServiceWorker } from './service-worker-registration.ts'

/** Whether this browser can show push messages at all. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Milliseconds that a browser may take to start the worker. */
const patience = 10_000

/** The worker, once it is at work. */
async function startedWorker() {
  await registerServiceWorker()
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('the service worker does not start')), patience)
  })
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** What this browser is subscribed with; null: it is not. */
async function currentSubscription() {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration('/') : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Denied: only in the browser's own settings can that be changed. */
export type PushState = 'on' | 'off' | 'denied'

export async function pushState(): Promise<PushState> {
  if (Notification.permission === 'denied') return 'denied'
  return (await currentSubscription()) ? 'on' : 'off'
}

/** The person said no. */
export class PushDenied extends Error {
  override name = 'PushDenied'
}

/** Asks the person, then the browser, then tells the server. Returns what the server says. */
export async function subscribePush() {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  const [{ pushManager }, { public_key }] = await Promise.all([startedWorker(), call('getPushKey', {})])
  // One that was made for another key would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  const { endpoint, keys } = subscription.toJSON()
  try {
    return (
      await call('subscribePush', { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
    ).message
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/** This browser takes no more, even if the server does not learn of it. Returns what the server says. */
export async function unsubscribePush() {
  const subscription = await currentSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return (await call('unsubscribePush', { endpoint: subscription.endpoint })).message
}

/** What is pushed to one person is not for who uses the browser next. */
export const dropPushSubscription = async () => void (await (await currentSubscription())?.unsubscribe())
