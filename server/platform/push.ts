import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import path from 'node:path'
import webpush from 'web-push'
import type { Config } from './config.ts'

/** Where a browser takes push messages, and the keys that only it can read them with. */
export type PushEndpoint = { endpoint: string; p256dh: string; auth: string }

/** What a browser shows; a later one with the same tag takes its place. */
export type PushMessage = { title: string; body: string; url: string; tag: string }

export type Push = {
  /** VAPID, base64url. */
  publicKey: string
  /** Whether messages may be sent there: to the open internet, encrypted; from a server for this machine only, also to this machine. */
  isAllowed: (endpoint: string) => boolean
  /** Hands a message over to the browser's maker. @returns false when the browser takes no more. Throws when it may be tried again. */
  send: (address: PushEndpoint, message: PushMessage) => Promise<boolean>
}

/** Seconds that a message waits for a browser that is not there. */
const timeToLive = 24 * 60 * 60
/** Milliseconds. */
const sendTimeout = 10_000
/** The server must not be made to knock at its own network's doors. */
const inside = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, prefix, 'ipv6')

const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Looks a name up, and finds nothing where that leads inside. */
const lookupOutside: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [found] = error ? [] : addresses.filter(({ address }) => !isInside(address))
    if (!found) return callback(error ?? Object.assign(new Error('an address inside'), { code: 'ENOTFOUND' }), '', 0)
    if (options.all) return callback(null, [found])
    return callback(null, found.address, found.family)
  })

type Keys = { publicKey: string; privateKey: string }

/** The server's own keys, made at its first start. Whoever starts first makes them for all that share the folder. */
async function openKeys(dataDir: string): Promise<Keys> {
  const file = path.join(dataDir, 'vapid.json')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify(webpush.generateVAPIDKeys()), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return JSON.parse(await readFile(file, 'utf8')) as Keys
}

export async function createPush({ dataDir, operatorEmail, publicUrl }: Config): Promise<Push> {
  const keys = await openKeys(dataDir)
  const subject = `mailto:${operatorEmail}`
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname)
  const isAllowed = (endpoint: string) => {
    const { protocol, hostname } = new URL(endpoint)
    if (onThisMachine && ['localhost', '127.0.0.1'].includes(hostname)) return true
    const address = hostname.replace(/^\[|\]$/g, '')
    return protocol === 'https:' && !(isIP(address) && isInside(address))
  }
  return {
    publicKey: keys.publicKey,
    isAllowed,
    async send({ endpoint, p256dh, auth }, message) {
      if (!isAllowed(endpoint)) return false
      const { method, headers, body } = webpush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject, ...keys },
          TTL: timeToLive,
          contentEncoding: 'aes128gcm',
        },
      )
      const status = await post(new URL(endpoint), method, headers, body ?? Buffer.alloc(0), onThisMachine)
      if (status >= 200 && status < 300) return true
      if (status === 404 || status === 410) return false
      throw new Error(`the push service answered ${status}`)
    },
  }
}

function post(
  url: URL,
  method: string,
  headers: Record<string, string | number>,
  body: Buffer,
  onThisMachine: boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const options = {
      method,
      headers,
      timeout: sendTimeout,
      agent: false,
      ...(!onThisMachine && { lookup: lookupOutside }),
    } as const
    const sending = request(url, options, (response) => {
      response.resume()
      resolve(response.statusCode ?? 500)
    })
    sending.on('timeout', () => sending.destroy(new Error('the push service does not answer')))
    sending.on('error', reject)
    sending.end(body)
  })
}
