import { once } from 'node:events'
import http, { createServer } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundAgents, lookupWith } from './outbound-agents.ts'

let port: number
const server = createServer((_request, response) => response.end())
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => server.close())

const resolvesTo = (...addresses: string[]) => lookupWith(async () => addresses)

const publicOnly = createOutboundAgents(false)
const withLoopback = createOutboundAgents(true)

function get(agents: typeof publicOnly, host: string, lookup?: ReturnType<typeof resolvesTo>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host, port, agent: agents.http, ...(lookup && { lookup }) }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
  })
}

const refusedAddresses = [
  '127.0.0.1',
  '::1',
  '0.0.0.0',
  '::',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '2001:0:7f00:1::1',
  '2001:db8::1',
  '3fff::1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '::127.0.0.1',
  'fc00::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  // The public addresses of this machine, if it has any, and the private ones.
  ...Object.values(os.networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address)),
]

test.each(refusedAddresses)('No connection is opened to %s', async (address) => {
  await expect(get(publicOnly, address)).rejects.toThrow('is not allowed')
})

test.each(refusedAddresses)('No connection is opened to a name that resolves to %s', async (address) => {
  await expect(get(publicOnly, 'push.example', resolvesTo(address))).rejects.toThrow('is not allowed')
})

test.each(['::5', '::7f00:1', '3ffe::1', '3fff::1', '4000::1', 'fe00::1'])(
  'No connection is opened to a name that resolves to %s, outside the assigned part of IPv6',
  async (address) => {
    await expect(get(publicOnly, 'push.example', resolvesTo(address))).rejects.toThrow('is not allowed')
  },
)

test('No connection is opened to a name with a public address and one inside, whichever would be tried first', async () => {
  for (const addresses of [
    ['142.250.180.10', '127.0.0.1'],
    ['::1', '2a00:1450:4002:402::200a'],
  ])
    await expect(get(publicOnly, 'push.example', resolvesTo(...addresses))).rejects.toThrow('is not allowed')
})

test('A name without an address, or whose servers do not answer, is an error', async () => {
  await expect(get(publicOnly, 'push.example', resolvesTo())).rejects.toThrow('push.example has no address')
  const unanswered = lookupWith(() => Promise.reject(new Error('no answer')))
  await expect(get(publicOnly, 'push.example', unanswered)).rejects.toThrow('no answer')
})

test('HTTPS connections are checked as well', async () => {
  const request = https.get({ host: 'localhost', port, agent: publicOnly.https })
  const [error] = (await once(request, 'error')) as [Error]
  expect(error.message).toContain('is not allowed')
})

test('With loopback allowed, this machine is reached over IPv4, and no other private address', async () => {
  expect(await get(withLoopback, '127.0.0.1')).toBe(200)
  expect(await get(withLoopback, 'push.example', resolvesTo('127.0.0.1'))).toBe(200)
  await expect(get(withLoopback, 'push.example', resolvesTo('10.1.2.3'))).rejects.toThrow('is not allowed')
})
