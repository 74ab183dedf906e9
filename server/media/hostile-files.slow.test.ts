import { request } from 'node:http'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  webpChunkNames,
  foreignFormats,
  hostileFiles,
  mutateFile,
  payload,
  createNoiseImage,
  allowedWebpChunks,
  createValidFiles,
} from '#server/testing/fuzz/hostile-files.ts'
import { createRandom } from '#server/testing/fuzz/random.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { idleRendererPids, rendererPids } from './rendering/renderer.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// `npm run attack` damages more photos, at random.
const seed = Number(process.env.SEED ?? 1)
const damagedCount = process.env.ATTACK === 'full' ? 500 : 32

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

const fetchWidths = async (imageUrl: string) =>
  Promise.all(
    [320, 640, 1280].map(async (width) =>
      Buffer.from(await (await alice.request(imageUrl.replace(/-1280\.webp$/, `-${width}.webp`))).arrayBuffer()),
    ),
  )

/** Uploads a file as a post's picture and checks that whatever is stored is a clean picture. */
async function publish(bytes: Buffer, type = 'image/jpeg'): Promise<number> {
  const form = new FormData()
  form.append('text', 'Ciao')
  form.append('location_id', String(await app.findPlaceId('Milano')))
  form.append('image', new Blob([new Uint8Array(bytes)], { type }), '../../foto.php\0.jpg')
  const response = await alice.request('/api/posts/create_spot.php', {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(25_000),
  })
  const body = (await response.json()) as { post?: { image_url: string | null } }
  for (const file of body.post?.image_url ? await fetchWidths(body.post.image_url) : []) {
    expect(webpChunkNames(file).filter((name) => !allowedWebpChunks.includes(name))).toEqual([])
    expect(file.toString('latin1')).not.toContain(payload)
  }
  return response.status
}

test.each(Object.keys(hostileFiles))('%s is refused or becomes a clean picture', async (name) => {
  expect([200, 400, 413, 415]).toContain(await publish(await hostileFiles[name]!()))
})

test.each([
  'an SVG with a script',
  'an SVG that reads a file',
  'an SVG that loads a picture',
  'an HTML page',
  'a GIF that is a script',
  'a PDF',
])('%s is refused, whatever its declared type', async (name) => {
  for (const type of ['image/png', 'image/svg+xml', 'text/html', 'image/webp;base64,', ''])
    expect(await publish(await hostileFiles[name]!(), type)).toBe(415)
})

describe('No format but JPEG, PNG, WebP and AVIF is decoded:', () => {
  const types = ['image/jpeg', 'image/svg+xml', 'image/tiff']
  const photoStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  test.each(Object.keys(foreignFormats))('%s', async (name) => {
    const bytes = await foreignFormats[name]!()
    for (const type of types) expect(await publish(bytes, type)).toBe(415)
    expect(await publish(Buffer.concat([photoStart, bytes]))).toBe(415)
  })
})

test('Files that take their decoder minutes keep nobody’s photo waiting', async () => {
  const bomb = await foreignFormats['an SVG that expands entities']!()
  const bombs = Promise.all(Array.from({ length: 3 }, () => publish(bomb)))
  const { image_url } = await bruno.createPost('Foto', { image: await createPhoto() })
  expect(image_url).toMatch(/^\/media\//)
  expect(await bombs).toEqual([415, 415, 415])
})

test('A person who sends many photos at once has to wait, and others do not', async () => {
  const image = await createPhoto(1600, 1200)
  const post = { text: 'Foto', location_id: await app.findPlaceId('Milano'), image }
  const many = Promise.all(Array.from({ length: 8 }, () => alice.call('createSpot', post)))
  const other = await bruno.call('createSpot', post)
  expect(other.status).toBe(200)
  const statuses = (await many).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await alice.call('createSpot', post)).status).toBe(200)
})

test('The photo of a client that left before it was ready is not kept, and does not appear', async () => {
  const body = JSON.stringify({
    text: 'Me ne vado',
    location_id: await app.findPlaceId('Milano'),
    image: await createPhoto(3000, 3000),
  })
  const leaving = new AbortController()
  const upload = bruno.request('/api/posts/create_spot.php', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    signal: leaving.signal,
  })
  const listWorking = () => rendererPids().filter((pid) => !idleRendererPids().includes(pid))
  await expect.poll(listWorking).toHaveLength(1)
  leaving.abort()
  await expect(upload).rejects.toThrow('aborted')
  await expect.poll(listWorking).toHaveLength(0)
  // Bruno's next photo has its turn after the first, whatever became of that.
  await bruno.createPost('Sono qui', { image: await createPhoto() })
  const { posts } = await bruno.callOk('getProfile', { user_id: bruno.id })
  expect(posts.map(({ text }) => text)).toContain('Sono qui')
  expect(posts.map(({ text }) => text)).not.toContain('Me ne vado')
  const rows = await sql<{ name: string }>`SELECT name FROM media`.all(app.db)
  const stored = new Set((await readdir(app.folders.media)).map((file) => file.slice(0, 24)))
  expect(stored).toEqual(new Set(rows.map(({ name }) => name)))
})

test(`A truncated photo is refused (seed ${seed})`, async () => {
  const random = createRandom(seed)
  for (const file of await createValidFiles())
    for (let n = 0; n < 4; n++)
      expect([400, 415]).toContain(await publish(file.subarray(0, Math.floor(random() * file.length * 0.9))))
})

test(`A damaged photo is refused or becomes a clean picture (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const files = await createValidFiles()
  for (let n = 0; n < damagedCount; n++)
    expect([200, 400, 413, 415]).toContain(await publish(mutateFile(files[n % files.length]!, random)))
})

test('Pictures are served with an exact content type and nosniff', async () => {
  const post = await alice.createPost('Foto', {
    image: `data:image/jpeg;base64,${(await createNoiseImage().jpeg().toBuffer()).toString('base64')}`,
  })
  const { headers } = await app.createVisitor().request(post.image_url ?? '')
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

describe('Files outside the folder of pictures are not served', () => {
  const dots = ['..', '%2e%2e', '%252e%252e', '%2e.', '..%00', '..%c0%af', '%c0%ae%c0%ae', '....', '..;']
  const slashes = ['/', '%2f', '%252f', '\\', '%5c', '//', '/./']
  const secrets = ['demo-sign-in.json', 'postgres/PG_VERSION', 'outbox/lettera.eml']
  const files = ['package.json', 'etc/passwd', 'server/main.ts']
  const roots = ['/media', '/assets', '', '/api']

  /** Sends a path verbatim: `fetch` would normalise it. */
  const get = (target: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const { port } = new URL(app.url)
      request({ host: '127.0.0.1', port, path: target }, async (response) =>
        resolve({ status: response.statusCode, body: await text(response) }),
      )
        .once('error', reject)
        .end()
    })

  beforeAll(async () => {
    for (const folder of ['postgres', 'outbox']) await mkdir(path.join(app.dataDir, folder), { recursive: true })
    await writeFile(path.join(app.dataDir, 'postgres/PG_VERSION'), 'segreto-del-gestore')
    await writeFile(path.join(app.dataDir, 'outbox/lettera.eml'), 'segreto-del-gestore')
    await writeFile(path.join(app.dataDir, 'demo-sign-in.json'), 'segreto-del-gestore')
  })

  test.each(roots)('paths below “%s” that climb out of it return no file', async (root) => {
    for (const up of dots) {
      for (const slash of slashes) {
        for (const file of [...secrets, ...files]) {
          for (const steps of [1, 2, 6]) {
            const { status, body } = await get(`${root}/${`${up}${slash}`.repeat(steps)}${file.replaceAll('/', slash)}`)
            expect(status).toBeLessThan(500)
            for (const secret of ['segreto-del-gestore', 'root:x:0', '"dependencies"', 'createApp'])
              expect(body).not.toContain(secret)
          }
        }
      }
    }
  })

  test.each([
    '/media',
    '/media/',
    '/media/.',
    '/media//',
    '/assets',
    '/assets/',
    '/media/%2e',
    '/media/?',
    '/media/index.html',
  ])('%s does not list the files', async (target) => {
    const { status, body } = await get(target)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(/-1280\.webp|\.js\.br/)
  })
})
