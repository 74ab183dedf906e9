import { type ClientRequest, request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { addressOf } from '#contract/call-paths.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp({ TRUST_PROXY: 'on' })
const [anna, bruno] = useUsers(app, 'anna', 'bruno')
let image: string
beforeAll(async () => {
  image = await createPhoto(32, 18)
})

/** Begins a video that never ends. `onRefused` gets the status if it is refused. */
function beginVideo(sizes: Record<string, string>, onRefused: (status?: number) => void): ClientRequest {
  const { url } = addressOf('uploadVideo')
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': '192.0.2.1',
    cookie: anna.cookie(),
    ...sizes,
  }
  const upload = request(new URL(url, app.url), { method: 'POST', headers })
  upload.on('error', () => undefined)
  upload.on('response', ({ statusCode }) => onRefused(statusCode))
  upload.write('{')
  return upload
}

const uploadPicture = async (from: string) => {
  const body = JSON.stringify({ image: image.padEnd(100_000, 'A') })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie: bruno.cookie() }
  return (await bruno.request(addressOf('uploadPicture').url, { method: 'POST', body, headers })).status
}

test.each([
  ['announces', { 'content-length': '36000000' }],
  ['does not announce', { 'transfer-encoding': 'chunked' }],
])('Anna, who sends many videos at once whose size she %s, keeps nobody else’s picture out', async (_, sizes) => {
  const refused: unknown[] = []
  const started = Array.from({ length: 20 }, () => beginVideo(sizes, (status) => refused.push(status)))
  await expect.poll(() => refused.length).toBeGreaterThan(10)
  expect(new Set(refused)).toEqual(new Set([503]))
  expect(await uploadPicture('192.0.2.1')).toBe(503)
  expect(await uploadPicture('192.0.2.2')).not.toBe(503)
  for (const upload of started) upload.destroy()
  await expect.poll(() => uploadPicture('192.0.2.1')).not.toBe(503)
})
