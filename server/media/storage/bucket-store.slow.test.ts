import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openBucket } from '#server/testing/fixtures/bucket.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type S3Server, startS3Server } from '#server/testing/harness/s3-server.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { openFileStore } from './open-file-store.ts'

let s3: S3Server
beforeEach(async () => {
  s3 = await startS3Server()
})
afterEach(() => s3.stop())

const away = { status: 503, message: 'Le foto non sono raggiungibili in questo momento. Riprova tra poco.' }
const file = `${'a'.repeat(24)}-320.webp`
const elapsedMs = async (work: () => Promise<unknown>) => {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

test('The store checks signatures: a wrong secret, key or bucket stops the start with one line that names the variable', async () => {
  const open = (mediaUrl: string, environment: Partial<S3Server['environment']> = {}) => {
    Object.assign(process.env, s3.environment, environment)
    return openFileStore(readConfig({ MEDIA_URL: mediaUrl }), createLog('silent'))
  }
  await expect(open(s3.mediaUrl(), { AWS_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
    /^MEDIA_URL: the store answers 403 \(SignatureDoesNotMatch\)$/,
  )
  await expect(open(s3.mediaUrl(), { AWS_ACCESS_KEY_ID: 'wrong' })).rejects.toThrow(/^MEDIA_URL: .*InvalidAccessKeyId/)
  await expect(open(s3.mediaUrl().replace('//pictures', '//others'))).rejects.toThrow(/^MEDIA_URL: .*NoSuchBucket/)
  await open(s3.mediaUrl())
  expect(s3.objects.size).toBe(0)
})

test('A start without credentials ends with one line', async () => {
  process.env.AWS_EC2_METADATA_DISABLED = 'true'
  delete process.env.AWS_ACCESS_KEY_ID
  const opening = openFileStore(readConfig({ MEDIA_URL: s3.mediaUrl() }), createLog('silent'))
  await expect(opening).rejects.toThrow(/^MEDIA_URL: no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY$/)
})

test('A server with credentials in MEDIA_URL does not start, and says why in one line', async () => {
  const start = startServer({
    DATABASE_URL: 'postgres://localhost:1/none',
    MEDIA_URL: s3.mediaUrl().replace('s3://', 's3://dintorni:secret@'),
  })
  await expect(start).rejects.toThrow(/dintorni: MEDIA_URL: must not contain credentials: these are AWS_ACCESS_KEY_ID/)
})

test('A store that is stopped refuses pictures at once, and takes them when it is back', async () => {
  const store = await openBucket(s3, 'a')
  await store.put(file, Buffer.from('x'))
  await s3.stop()
  expect(await elapsedMs(() => expect(store.read(file)).rejects.toMatchObject(away))).toBeLessThan(4000)
  await expect(store.put(file, Buffer.from('x'))).rejects.toMatchObject(away)
  await s3.restart()
  await store.put(file, Buffer.from('y'))
})

test('A store that fails is asked twice, and no more', async () => {
  const store = await openBucket(s3, 'a')
  s3.behave('failing')
  s3.requests.length = 0
  await expect(store.put(file, Buffer.from('x'))).rejects.toMatchObject(away)
  expect(s3.requests).toHaveLength(2)
})

test('A store that does not answer is given up after its timeouts, and then nobody waits for it', async () => {
  const store = await openBucket(s3, 'a')
  s3.behave('silent')
  expect(await elapsedMs(() => expect(store.put(file, Buffer.from('x'))).rejects.toMatchObject(away))).toBeLessThan(
    14_000,
  )
  s3.requests.length = 0
  for (let number = 0; number < 40; number++) await expect(store.refuseWhenUnavailable()).rejects.toMatchObject(away)
  expect(s3.requests).toEqual([])
  s3.behave('normal')
  await expect.poll(() => store.put(file, Buffer.from('x')).catch(() => 'away')).toBeUndefined()
})

test('An address that nobody answers at lets the server start, and refuses pictures', async () => {
  const port = await findFreePort()
  Object.assign(process.env, s3.environment)
  const mediaUrl = `s3://pictures?endpoint=http://127.0.0.1:${port}`
  const store = await openFileStore(readConfig({ MEDIA_URL: mediaUrl }), createLog('silent'))
  await expect(store.read(file)).rejects.toMatchObject(away)
})

test('Something that is no store is away, too', async () => {
  const server = createServer((socket) => void socket.end('220 smtp ready\r\n')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  Object.assign(process.env, s3.environment)
  const mediaUrl = `s3://pictures?endpoint=http://127.0.0.1:${port}`
  const store = await openFileStore(readConfig({ MEDIA_URL: mediaUrl }), createLog('silent'))
  await expect(store.put(file, Buffer.from('x'))).rejects.toMatchObject(away)
})

test('The log says why the store fails, and never names a file', async () => {
  const lines: string[] = []
  const log = createLog('warn')
  log.warn = ((...parts: unknown[]) => void lines.push(JSON.stringify(parts))) as typeof log.warn
  const store = await openBucket(s3, 'a', log)
  s3.behave('failing')
  await expect(store.put(file, Buffer.from('x'))).rejects.toMatchObject(away)
  await s3.stop()
  await expect(store.read(file)).rejects.toMatchObject(away)
  expect(lines).toEqual([expect.stringContaining('InternalError')])
  expect(lines.join()).not.toContain(file)
})
