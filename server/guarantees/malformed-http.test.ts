import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForClose, exchangeRaw, openSocket, parseStatuses } from '#server/testing/harness/raw-http.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

// Clients that speak badly, too much, or too slowly. What takes minutes is in attack/.

let app: TestApp
let alice: TestUser
let port: number
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  port = Number(new URL(app.url).port)
})
afterAll(() => app.close())

const hidden = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (head: string, body = '') => `POST /api/auth/logout.php HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`

describe('A request of which two readers could disagree where it ends is refused, and what hides in it is not answered', () => {
  test.each([
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 38', hidden)],
    ['two lengths in one line', post('Content-Length: 0, 38', hidden)],
    ['a length and chunks', post('Content-Length: 38\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`)],
    ['a length that is none', post('Content-Length: +1', `x${hidden}`)],
    ['a negative length', post('Content-Length: -1', hidden)],
    ['a length beyond all numbers', post('Content-Length: 99999999999999999999', hidden)],
    ['chunks that are not the last coding', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`)],
    ['a coding that is nearly chunked', post('Transfer-Encoding: xchunked', `0\r\n\r\n${hidden}`)],
    ['a chunk of no size', post('Transfer-Encoding: chunked', `zz\r\n${hidden}`)],
    ['a chunk of a negative size', post('Transfer-Encoding: chunked', `-1\r\n${hidden}`)],
    ['a chunk longer than said', post('Transfer-Encoding: chunked', `1\r\nabc\r\n0\r\n\r\n${hidden}`)],
    ['a space before the colon', post('Content-Length : 38', hidden)],
    ['a line that goes on in the next', post('X: a\r\n Content-Length: 38', hidden)],
    ['a bare return in a header', post('X: a\rContent-Length: 38', hidden)],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['nothing that could be a request', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
  ])('%s', async (_case, request) => {
    const statuses = parseStatuses(await exchangeRaw(port, request))
    for (const status of statuses) expect([400, 415, 505]).toContain(status)
  })
})

test('A head of 10 MB is refused while it is being sent', async () => {
  const socket = await openSocket(port)
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n')
  const line = `X-Long: ${'a'.repeat(8000)}\r\n`
  for (let sent = 0; sent < 10_000_000 && !socket.closed && socket.writable; sent += line.length) {
    if (!socket.write(line)) await Promise.race([once(socket, 'drain').catch(() => undefined), waitForClose(socket)])
  }
  await waitForClose(socket)
  expect(['', '431']).toContain(received.slice(9, 12))
  expect((await alice.call('getFeed', {})).status).toBe(200)
})

test('100,000 parameters are too many for an address, and do no harm in a body', async () => {
  const parameters = Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join('&')
  // Who is still writing when it is refused may not hear the answer.
  expect([[], [431]]).toContainEqual(
    parseStatuses(await exchangeRaw(port, `GET /api/feed/get_feed.php?${parameters} HTTP/1.1\r\nHost: x\r\n\r\n`)),
  )
  const short = 'a&'.repeat(30_000)
  expect(
    (
      await alice.request('/api/auth/check_username.php', {
        method: 'POST',
        body: short,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status,
  ).toBe(400)
  expect(
    (
      await alice.request('/api/auth/check_username.php', {
        method: 'POST',
        body: parameters.slice(0, 70_000),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status,
  ).toBe(413)
  expect(
    (
      await alice.request('/api/auth/check_username.php', {
        method: 'POST',
        body: '['.repeat(60_000),
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(400)
})

describe('A form of parts is held to the limit of its call', () => {
  const field = (name: string, length: number) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'a'.repeat(length)}\r\n`
  const head = (more: string) =>
    `POST /api/auth/check_username.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n${more}\r\n\r\n`
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

  test.each([
    ['one long field', [field('username', 200_000)]],
    ['fifty that are long together', Array.from({ length: 50 }, (_, at) => field(`f${at}`, 10_000))],
    ['a file', [`--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${'a'.repeat(200_000)}\r\n`]],
  ])('%s', async (_case, fields) => {
    const body = `${fields.join('')}--x--\r\n`
    expect(parseStatuses(await exchangeRaw(port, `${head(`Content-Length: ${body.length}`)}${body}`))).toEqual([413])
    expect(
      parseStatuses(
        await exchangeRaw(
          port,
          `${head('Transfer-Encoding: chunked')}${[...fields, '--x--\r\n'].map(chunked).join('')}0\r\n\r\n`,
        ),
      ),
    ).toEqual([413])
  })

  test('a thousand parts', async () => {
    const body = `${Array.from({ length: 1000 }, (_, at) => field(`f${at}`, 1)).join('')}--x--\r\n`
    const [status] = parseStatuses(
      await exchangeRaw(port, `${head('Transfer-Encoding: chunked')}${chunked(body)}0\r\n\r\n`),
    )
    expect([400, 413]).toContain(status)
  })
})

test('Fifty requests in one breath are answered in their order', async () => {
  const requests = Array.from(
    { length: 50 },
    (_, at) =>
      `GET ${at % 2 ? '/livez' : '/api/nessuna.php'} HTTP/1.1\r\nHost: x\r\n${at === 49 ? 'Connection: close\r\n' : ''}\r\n`,
  )
  expect(parseStatuses(await exchangeRaw(port, requests.join('')))).toEqual(
    requests.map((_, at) => (at % 2 ? 200 : 404)),
  )
})

test('Those who send half a request and wait keep nobody from being answered', async () => {
  const halves = [
    'GET /livez HT',
    'GET /livez HTTP/1.1\r\nHost: x\r\nX-A',
    post('Content-Type: application/json\r\nContent-Length: 1000', '{"a":'),
    post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'ff\r\n{'),
    post('Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000', '--x\r\nContent-Disp'),
    '',
  ]
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(port)))
  for (const [at, socket] of sockets.entries()) socket.write(halves[at % halves.length]!)
  expect((await alice.call('getFeed', {})).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  expect((await alice.call('getFeed', {})).status).toBe(200)
})
