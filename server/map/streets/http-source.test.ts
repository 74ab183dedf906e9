import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound } from '#server/platform/outbound-requests.ts'
import { type RangeServer, startRangeServer } from '#server/testing/harness/range-server.ts'
import { httpSource } from './http-source.ts'

// What administrators may have the server ask. What else an archive may be is in extract-streets.test.ts.

let server: RangeServer
beforeEach(async () => {
  server = await startRangeServer(Buffer.alloc(1000, 'a'))
})
afterEach(() => server.close())

const local = createOutbound(new URL('http://localhost:3000'), { keepAlive: true })
const readFrom = (url: string, outbound = local) => httpSource(url, { firstPauseMs: 1, outbound }).getBytes(0, 100)

test('An archive on a server is read in parts', async () => {
  expect(Buffer.from((await readFrom(server.url)).data).toString()).toBe('a'.repeat(100))
})

test('A redirect is not followed', async () => {
  const inside = await startRangeServer(Buffer.alloc(1000))
  server.answer = (_request, response) => {
    response.writeHead(302, { location: inside.url }).end()
    return true
  }
  await expect(readFrom(server.url)).rejects.toThrow('its server answers 302')
  expect(inside.requests).toEqual([])
  await inside.close()
})

test.each(['127.0.0.1', '192.168.1.1', '169.254.169.254', '::1'])(
  'A public server does not read from a name that leads to %s',
  async (address) => {
    const outbound = createOutbound(new URL('https://dintorni.example'), { resolveName: async () => [address] })
    const url = server.url.replace('127.0.0.1', 'mappe.example')
    await expect(readFrom(url, outbound)).rejects.toMatchObject({
      message: expect.stringMatching(/^cannot be fetched: .*is not allowed/),
      kind: 'unreachable',
    })
    expect(server.requests).toEqual([])
  },
)

test('What is sent without end is cut off', async () => {
  server.answer = (_request, response) => {
    response.writeHead(206, { etag: '"1"' }).end(Buffer.alloc(5_000_000))
    return true
  }
  await expect(readFrom(server.url)).rejects.toThrow('more than was asked for')
})
