import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BrowserContext } from '@playwright/test'

type ReceivedPush = { title: string; body: string; url: string; tag: string }

/** A push service for one browser; decrypts its messages with the browser's keys. */
export type PushService = { messages: ReceivedPush[]; isSubscribed: () => boolean; close: () => void }

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const info = (text: string) => Buffer.from(`${text}\0`)
const derive = (secret: Buffer, salt: Buffer, context: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, context, length))

/**
 * Headless Chromium has no push service. This one gives the browser a subscription with real keys and decrypts its
 * messages (RFC 8291).
 */
export async function addPushService(context: BrowserContext): Promise<PushService> {
  const keys = createECDH('prime256v1')
  const ownKey = keys.generateKeys()
  const auth = randomBytes(16)
  const messages: ReceivedPush[] = []
  const decrypt = (body: Buffer): ReceivedPush => {
    const salt = body.subarray(0, 16)
    const serverKey = body.subarray(21, 21 + body[20]!)
    const ciphertext = body.subarray(21 + serverKey.length)
    const secret = derive(
      keys.computeSecret(serverKey),
      auth,
      Buffer.concat([info('WebPush: info'), ownKey, serverKey]),
      32,
    )
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, info('Content-Encoding: aes128gcm'), 16),
      derive(secret, salt, info('Content-Encoding: nonce'), 12),
    )
    decipher.setAuthTag(ciphertext.subarray(-16))
    const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
    return JSON.parse(plaintext.subarray(0, plaintext.lastIndexOf(2)).toString()) as ReceivedPush
  }
  const service: Server = createServer(async (request, response) => {
    messages.push(decrypt(await buffer(request)))
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  const subscription: Subscription = {
    endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}/push`,
    keys: { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') },
  }

  let subscribed = false
  await context.exposeFunction('pushIsOn', () => subscribed)
  await context.exposeFunction('setPush', (on: boolean) => {
    subscribed = on
  })
  await context.addInitScript((options) => {
    const { pushIsOn, setPush } = window as unknown as {
      pushIsOn: () => Promise<boolean>
      setPush: (on: boolean) => Promise<void>
    }
    const own = {
      ...options,
      toJSON: () => options,
      unsubscribe: async () => {
        await setPush(false)
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => ((await pushIsOn()) ? own : null)
    PushManager.prototype.subscribe = async () => {
      await setPush(true)
      return own
    }
  }, subscription)
  await context.grantPermissions(['geolocation', 'notifications'])
  return { messages, isSubscribed: () => subscribed, close: () => service.close() }
}
