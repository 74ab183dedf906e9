import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { createPush, type Push } from './push.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-push-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const message = { title: 'Dintorni', body: 'Ciao', url: '/', tag: 'one' }
const keys = () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  return { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
const createPushFor = (publicUrl: string, timeoutMs?: number): Promise<Push> =>
  createPush(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: publicUrl }), timeoutMs)

async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

test('A public server sends to HTTPS names only', async () => {
  const { isAllowed } = await createPushFor('https://dintorni.example')
  expect(isAllowed('https://push.example/one')).toBe(true)
  for (const endpoint of [
    'http://push.example/one',
    'http://127.0.0.1:9/one',
    'https://127.0.0.1/one',
    'https://10.0.0.1/one',
    'https://[::ffff:127.0.0.1]/one',
    'https://2130706433/one',
  ])
    expect([endpoint, isAllowed(endpoint)]).toEqual([endpoint, false])
})

test('A public server opens no connection to a name that resolves to this machine', async () => {
  let connections = 0
  const server = await listen(() => connections++)
  const push = await createPushFor('https://dintorni.example')
  const endpoint = `https://localhost:${portOf(server)}/one`
  await expect(push.send({ endpoint, ...keys() }, message)).rejects.toThrow('is not allowed')
  expect(connections).toBe(0)
})

test('A push service that sends its reply byte by byte is given up after the time limit', async () => {
  const server = await listen((socket) => {
    const timer = setInterval(() => socket.write('x'), 20)
    socket.write('HTTP/1.1 201 Created\r\nx: ')
    socket.on('error', () => undefined).on('close', () => clearInterval(timer))
  })
  const push = await createPushFor('http://localhost:3000', 200)
  const endpoint = `http://127.0.0.1:${portOf(server)}/one`
  await expect(push.send({ endpoint, ...keys() }, message)).rejects.toThrow('aborted')
})
