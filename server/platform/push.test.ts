import { createECDH, randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import webpush from 'web-push'
import { readConfig } from './config.ts'
import { createPush, type Push } from './push.ts'

const message = { body: 'Ciao', url: '/', tag: 'one' }
const keys = () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  return { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
const createPushFor = (publicUrl: string, options?: Parameters<typeof createPush>[2]): Push =>
  createPush(readConfig({ PUBLIC_URL: publicUrl }), webpush.generateVAPIDKeys(), options)

/** A resolver that answers, after the request has its socket, with these addresses. */
const resolvesTo =
  (...addresses: string[]) =>
  () =>
    setImmediate(addresses)

/** Records the addresses to which connections are attempted for a host. */
function recordAttempts(host: string): string[] {
  const attempts: string[] = []
  const record = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    if (request.host !== host) return
    request.on('socket', (socket) =>
      socket.on('connectionAttempt', (address: string, port: number) => attempts.push(`${address} ${port}`)),
    )
  }
  subscribe('http.client.request.created', record)
  onTestFinished(() => void unsubscribe('http.client.request.created', record))
  return attempts
}

async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

test('A public server sends to HTTPS names on port 443 only, and not to itself', async () => {
  const { isAllowed } = createPushFor('https://dintorni.example')
  for (const endpoint of ['https://push.example/one', 'https://push.example:443/one'])
    expect(isAllowed(endpoint)).toBe(true)
  for (const endpoint of [
    'http://push.example/one',
    'http://127.0.0.1:9/one',
    'https://127.0.0.1/one',
    'https://10.0.0.1/one',
    'https://[::ffff:127.0.0.1]/one',
    'https://2130706433/one',
    'https://8.8.8.8/one',
    'https://push.example:8443/one',
    'https://push.example:22/one',
    'https://dintorni.example/one',
    'https://DINTORNI.example.:443/one',
  ])
    expect([endpoint, isAllowed(endpoint)]).toEqual([endpoint, false])
})

test.each(['127.0.0.1', '10.0.0.1', '::ffff:10.0.0.1', '::1', 'fd00::1'])(
  'A public server opens no connection to a name that resolves to %s',
  async (address) => {
    const attempts = recordAttempts('push.example')
    const push = createPushFor('https://dintorni.example', { resolveName: resolvesTo(address) })
    await expect(push.send({ endpoint: 'https://push.example/one', ...keys() }, message)).rejects.toThrow('not allowed')
    expect(attempts).toEqual([])
  },
)

test.each(['142.250.180.10', '2a00:1450:4002:402::200a'])(
  'A public server connects to a push service at %s',
  async (address) => {
    const attempts = recordAttempts('push.example')
    // Nobody may answer here: the attempt is what counts.
    const push = createPushFor('https://dintorni.example', { resolveName: resolvesTo(address), timeoutMs: 2000 })
    const sending = push.send({ endpoint: 'https://push.example/one', ...keys() }, message).catch(() => undefined)
    await expect.poll(() => attempts).toEqual([`${address} 443`])
    await sending
  },
)

test('An address is looked up for every message: one that turns to the inside is refused then', async () => {
  const attempts = recordAttempts('push.example')
  const answers = ['142.250.180.10', '127.0.0.1']
  const resolveName = () => resolvesTo(answers.shift() ?? '')()
  const push = createPushFor('https://dintorni.example', { resolveName, timeoutMs: 2000 })
  const send = () => push.send({ endpoint: 'https://push.example/one', ...keys() }, message)
  await send().catch(() => undefined)
  await expect(send()).rejects.toThrow('not allowed')
  expect(attempts).toEqual(['142.250.180.10 443'])
})

test('A name whose servers do not answer is given up after the time limit', async () => {
  const resolveName = () => new Promise<string[]>(() => undefined)
  const push = createPushFor('https://dintorni.example', { resolveName, timeoutMs: 50 })
  await expect(push.send({ endpoint: 'https://push.example/one', ...keys() }, message)).rejects.toThrow('aborted')
})

test('A reply whose body does not end is left after its status', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const server = await listen((socket) => {
    socket
      .on('error', () => undefined)
      .on('close', () => close())
      .resume()
    socket.write('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n')
  })
  const push = createPushFor('http://localhost:3000', { timeoutMs: 60_000 })
  expect(await push.send({ endpoint: `http://127.0.0.1:${portOf(server)}/one`, ...keys() }, message)).toBe(true)
  await closed
})

test('A push service that sends its reply byte by byte is given up after the time limit', async () => {
  const server = await listen((socket) => {
    const timer = setInterval(() => socket.write('x'), 20)
    socket.write('HTTP/1.1 201 Created\r\nx: ')
    socket.on('error', () => undefined).on('close', () => clearInterval(timer))
  })
  const push = createPushFor('http://localhost:3000', { timeoutMs: 200 })
  const endpoint = `http://127.0.0.1:${portOf(server)}/one`
  await expect(push.send({ endpoint, ...keys() }, message)).rejects.toThrow('aborted')
})
