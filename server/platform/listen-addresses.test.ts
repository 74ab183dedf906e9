import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { findListenAddresses, listenAt, ofMetrics, openServer } from './listen-addresses.ts'

const opened: Server[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Reserved for documentation: no machine has it. */
const foreign = '192.0.2.1'
const find = (...addresses: string[]) =>
  findListenAddresses({ host: 'localhost', port: 0 }, undefined, async () => addresses.map((address) => ({ address })))

async function occupy(address: string): Promise<number> {
  const server = createServer()
  opened.push(server)
  await openServer(server, { address, port: 0 })
  return (server.address() as AddressInfo).port
}

function createApp() {
  const app = Fastify({ serverFactory: (handle) => createHttpServer(handle) })
  app.decorate('furtherServers', opened)
  app.get('/', async (request) => request.socket.localAddress)
  return app
}

test('A name with two addresses, however often they are listed, is listened on at both', async () => {
  expect(await find('127.0.0.2', '127.0.0.1', '127.0.0.2')).toEqual({
    addresses: ['127.0.0.2', '127.0.0.1'],
    missing: [],
  })
})

test('An address that the machine does not have is left out, unless it is the only one', async () => {
  expect(await find('127.0.0.1', foreign)).toEqual({ addresses: ['127.0.0.1'], missing: [foreign] })
  await expect(find(foreign)).rejects.toThrow(
    `HOST: ${foreign} is no address of this machine: must be an address or a name of this machine, or 0.0.0.0`,
  )
})

test('A port that is taken at one of the addresses, and a name without any, are refused with what is allowed', async () => {
  const port = await occupy('127.0.0.2')
  const addresses = async () => [{ address: '127.0.0.1' }, { address: '127.0.0.2' }]
  await expect(findListenAddresses({ host: 'localhost', port }, undefined, addresses)).rejects.toThrow(
    `PORT: cannot listen at http://127.0.0.2:${port} (another program listens there): must be a free port, or 0 for any`,
  )
  await expect(findListenAddresses({ host: '127.0.0.2', port }, ofMetrics)).rejects.toThrow(/^METRICS: cannot listen /)
  await expect(findListenAddresses({ host: 'nowhere.invalid', port: 0 })).rejects.toThrow(
    /^HOST: nowhere\.invalid has no address \(E\w+\): must be /,
  )
})

test('A server answers at each address with one port', async () => {
  const app = createApp()
  const url = await listenAt(app, ['127.0.0.1', '127.0.0.2'], 0)
  const { port } = new URL(url)
  const answers = ['127.0.0.1', '127.0.0.2'].map(async (address) => (await fetch(`http://${address}:${port}/`)).text())
  expect(await Promise.all(answers)).toEqual(['127.0.0.1', '127.0.0.2'])
  await app.close()
})

test('A server that cannot open one of its addresses does not start', async () => {
  const app = createApp()
  const port = await occupy('127.0.0.2')
  await expect(listenAt(app, ['127.0.0.1', '127.0.0.2'], port)).rejects.toThrow(
    /^PORT: cannot listen at .*127\.0\.0\.2/,
  )
  await app.close()
})
