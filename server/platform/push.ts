import type http from 'node:http'
import webpush from 'web-push'
import type { Config } from './config.ts'
import { askDns } from './outbound-agents.ts'
import { createOutbound } from './outbound-requests.ts'
import type { PushKeys } from './push-keys.ts'

/** The push subscription of a browser: where it receives messages, and the keys that only it can decrypt them with. */
type PushEndpoint = { endpoint: string; p256dh: string; auth: string }

/** The content of a push notification, below the server's name. It replaces an earlier one with the same tag. */
export type PushMessage = { body: string; url: string; tag: string }

export type Push = {
  /** VAPID public key, base64url. */
  publicKey: string
  /** Whether messages may be sent to this URL. */
  isAllowed: (endpoint: string) => boolean
  /** Sends a message. Returns false when the browser is no longer subscribed. Throws when a retry makes sense. */
  send: (endpoint: PushEndpoint, message: PushMessage) => Promise<boolean>
}

/** How long the push service keeps a message for a browser that is offline. */
const timeToLiveSeconds = 24 * 60 * 60
/** Limit of the whole exchange with a push service, from the name's lookup to the end of the reply. */
const defaultTimeoutMs = 10_000

export function createPush(
  { operatorEmail, publicUrl, serverName }: Config,
  keys: PushKeys,
  { timeoutMs = defaultTimeoutMs, resolveName = askDns } = {},
): Push {
  const vapidDetails = { subject: `mailto:${operatorEmail}`, ...keys }
  const { isAllowed, request } = createOutbound(publicUrl, { resolveName })

  /** Posts a request and returns its status. `webpush.sendNotification` has no limit of time or size for the reply. */
  const post = ({ endpoint, method, headers, body }: webpush.RequestDetails): Promise<number> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const onResponse = (response: http.IncomingMessage) => {
        resolve(response.statusCode ?? 500)
        // Only the status matters: what follows may never end.
        response.on('error', () => undefined).destroy()
      }
      request(endpoint, { method, headers, signal }, onResponse).on('error', reject).end(body)
    })

  return {
    publicKey: keys.publicKey,
    isAllowed,
    async send({ endpoint, p256dh, auth }, message) {
      if (!isAllowed(endpoint)) return false
      const subscription = { endpoint, keys: { p256dh, auth } }
      const options = { vapidDetails, TTL: timeToLiveSeconds, contentEncoding: 'aes128gcm' } as const
      const content = JSON.stringify({ title: serverName, ...message })
      const status = await post(webpush.generateRequestDetails(subscription, content, options))
      if (status >= 200 && status < 300) return true
      if (status === 404 || status === 410) return false
      throw new Error(`the push service answered ${status}`)
    },
  }
}
