import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BrowserContext } from '@playwright/test'

export type PushedMessage = { title: string; body: string; url: string; tag: string }

/** Where the messages of one browser arrive, and are read with its keys. */
export type PushBrowser = { messages: PushedMessage[]; isSubscribed: () => boolean; close: () => void }

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const info = (text: string) => Buffer.from(`${text}\0`)
const derive = (secret: Buffer, salt: Buffer, about: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length))

/**
 * Chromium without a head has no push service: this one gives the browser a subscription with real keys,
 * and takes in its messages (RFC 8291) like a browser.
 */
export async function givePush(context: BrowserContext): Promise<PushBrowser> {
  const keys = createECDH('prime256v1')
  const ownKey = keys.generateKeys()
  const auth = randomBytes(16)
  const messages: PushedMessage[] = []
  const read = (sent: Buffer): PushedMessage => {
    const salt = sent.subarray(0, 16)
    const theirKey = sent.subarray(21, 21 + sent[20]!)
    const sealed = sent.subarray(21 + theirKey.length)
    const secret = derive(
      keys.computeSecret(theirKey),
      auth,
      Buffer.concat([info('WebPush: info'), ownKey, theirKey]),
      32,
    )
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, info('Content-Encoding: aes128gcm'), 16),
      derive(secret, salt, info('Content-Encoding: nonce'), 12),
    )
    decipher.setAuthTag(sealed.subarray(-16))
    const open = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(open.subarray(0, open.lastIndexOf(2)).toString()) as PushedMessage
  }
  const service: Server = createServer(async (request, response) => {
    messages.push(read(await buffer(request)))
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
  await context.exposeFunction('turnPush', (on: boolean) => {
    subscribed = on
  })
  await context.addInitScript((given) => {
    const { pushIsOn, turnPush } = window as unknown as {
      pushIsOn: () => Promise<boolean>
      turnPush: (on: boolean) => Promise<void>
    }
    const own = {
      ...given,
      toJSON: () => given,
      unsubscribe: async () => {
        await turnPush(false)
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => ((await pushIsOn()) ? own : null)
    PushManager.prototype.subscribe = async () => {
      await turnPush(true)
      return own
    }
  }, subscription)
  await context.grantPermissions(['geolocation', 'notifications'])
  return { messages, isSubscribed: () => subscribed, close: () => service.close() }
}
