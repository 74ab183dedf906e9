import { once } from 'node:events'
import http, { createServer } from 'node:http'
import https from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { isIPv6 } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundAgents } from './outbound-agents.ts'

let port: number
const server = createServer((_request, response) => response.end())
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => server.close())

const resolvesTo =
  (address: string): LookupFunction =>
  (_hostname, options, callback) => {
    const family = isIPv6(address) ? 6 : 4
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

const publicOnly = createOutboundAgents(false)
const withLoopback = createOutboundAgents(true)

function get(agents: typeof publicOnly, host: string, lookup?: LookupFunction): Promise<number> {
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
  'fc00::1',
  'fe80::1',
  'ff02::1',
]

test.each(refusedAddresses)('No connection is opened to %s', async (address) => {
  await expect(get(publicOnly, address)).rejects.toThrow('is not allowed')
})

test.each(refusedAddresses)('No connection is opened to a name that resolves to %s', async (address) => {
  await expect(get(publicOnly, 'push.example', resolvesTo(address))).rejects.toThrow('is not allowed')
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
