import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForClose, exchangeRaw, openSocket, parseStatuses } from '#server/testing/harness/raw-http.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

// Clients that send malformed, excessive or slow requests. Tests that take minutes are in attack/.

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let port: number
beforeAll(async () => {
  port = Number(new URL(app.url).port)
})

const smuggled = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (head: string, body = '') => `POST /api/auth/logout.php HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`

describe('A request with an ambiguous end is refused, and a request smuggled in it gets no reply', () => {
  test.each([
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 38', smuggled)],
    ['two lengths in one line', post('Content-Length: 0, 38', smuggled)],
    ['a length and chunks', post('Content-Length: 38\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`)],
    ['a length with a sign', post('Content-Length: +1', `x${smuggled}`)],
    ['a negative length', post('Content-Length: -1', smuggled)],
    ['a length beyond 64 bits', post('Content-Length: 99999999999999999999', smuggled)],
    ['chunked that is not the last coding', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`)],
    ['an unknown coding', post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`)],
    ['a chunk size that is not a number', post('Transfer-Encoding: chunked', `zz\r\n${smuggled}`)],
    ['a negative chunk size', post('Transfer-Encoding: chunked', `-1\r\n${smuggled}`)],
    ['a chunk longer than its size', post('Transfer-Encoding: chunked', `1\r\nabc\r\n0\r\n\r\n${smuggled}`)],
    ['a space before the colon', post('Content-Length : 38', smuggled)],
    ['a folded header line', post('X: a\r\n Content-Length: 38', smuggled)],
    ['a bare carriage return in a header', post('X: a\rContent-Length: 38', smuggled)],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
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

test('100,000 parameters are refused in a URL and in a body', async () => {
  const parameters = Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join('&')
  // A client that is still writing when it is refused may not receive the reply.
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

describe('A multipart form is refused above the size limit of its call', () => {
  const field = (name: string, length: number) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'a'.repeat(length)}\r\n`
  const headWith = (framing: string) =>
    [
      'POST /api/auth/check_username.php HTTP/1.1',
      'Host: x',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=x',
      `${framing}\r\n\r\n`,
    ].join('\r\n')
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

  test.each([
    ['one long field', [field('username', 200_000)]],
    ['fifty fields that are too long together', Array.from({ length: 50 }, (_, index) => field(`f${index}`, 10_000))],
    ['a file', [`--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${'a'.repeat(200_000)}\r\n`]],
  ])('%s', async (_case, fields) => {
    const body = `${fields.join('')}--x--\r\n`
    expect(parseStatuses(await exchangeRaw(port, `${headWith(`Content-Length: ${body.length}`)}${body}`))).toEqual([
      413,
    ])
    expect(
      parseStatuses(
        await exchangeRaw(
          port,
          `${headWith('Transfer-Encoding: chunked')}${[...fields, '--x--\r\n'].map(chunked).join('')}0\r\n\r\n`,
        ),
      ),
    ).toEqual([413])
  })

  test('a thousand parts', async () => {
    const body = `${Array.from({ length: 1000 }, (_, index) => field(`f${index}`, 1)).join('')}--x--\r\n`
    const [status] = parseStatuses(
      await exchangeRaw(port, `${headWith('Transfer-Encoding: chunked')}${chunked(body)}0\r\n\r\n`),
    )
    expect([400, 413]).toContain(status)
  })
})

test('Fifty pipelined requests are answered in order', async () => {
  const requests = Array.from(
    { length: 50 },
    (_, index) =>
      `GET ${index % 2 ? '/livez' : '/api/nessuna.php'} HTTP/1.1\r\nHost: x\r\n` +
      `${index === 49 ? 'Connection: close\r\n' : ''}\r\n`,
  )
  expect(parseStatuses(await exchangeRaw(port, requests.join('')))).toEqual(
    requests.map((_, index) => (index % 2 ? 200 : 404)),
  )
})

test('300 clients that stop in the middle of a request do not delay others', async () => {
  const unfinishedRequests = [
    'GET /livez HT',
    'GET /livez HTTP/1.1\r\nHost: x\r\nX-A',
    post('Content-Type: application/json\r\nContent-Length: 1000', '{"a":'),
    post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'ff\r\n{'),
    post('Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000', '--x\r\nContent-Disp'),
    '',
  ]
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(port)))
  for (const [index, socket] of sockets.entries()) socket.write(unfinishedRequests[index % unfinishedRequests.length]!)
  expect((await alice.call('getFeed', {})).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  expect((await alice.call('getFeed', {})).status).toBe(200)
})
