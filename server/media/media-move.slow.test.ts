import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { runAdminCommand, startAdminCommand } from '#server/testing/harness/admin-command.ts'
import { type S3Server, startS3Server } from '#server/testing/harness/s3-server.ts'

// The operator moves the pictures of a running server from its folder to a bucket and back.

const pictureCount = 25
/** A test runs up to five commands, each in a process of its own. */
const commandsTimeoutMs = 120_000

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let s3: S3Server
let image: string
beforeAll(async () => {
  s3 = await startS3Server()
  image = await createPhoto(900, 700)
  for (let number = 1; number < pictureCount; number++) await alice.createPost('Eccomi', { image })
  const video = videoDataUrl(await createVideo())
  await alice.callOk('uploadVideo', { video, image: await createPhoto(320, 180) })
})
afterAll(() => s3.stop())

const environment = (dataDir = app.dataDir) => ({
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: dataDir,
  ...s3.environment,
})
const move = (...args: string[]) => runAdminCommand(['media', 'move', ...args], environment())
const toBucket = () => ['--to', s3.mediaUrl('milano')]

async function readFolder(folder = app.folders.media): Promise<Record<string, string>> {
  const files = (await readdir(folder)).toSorted()
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'base64')))
  return Object.fromEntries(files.map((file, index) => [file, contents[index]!]))
}
const readBucket = () =>
  Object.fromEntries(
    [...s3.objects]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, { data }]) => [key.replace('milano/', ''), data.toString('base64')]),
  )

test(
  'A move that is killed or loses the store goes on where it was, and leaves the folder as it is',
  async () => {
    const before = await readFolder()
    const command = startAdminCommand(['media', 'move', ...toBucket()], environment())
    await expect.poll(() => s3.objects.size, { interval: 1 }).toBeGreaterThan(20)
    command.kill()
    expect((await command.ended).code).toBeNull()
    const begun = s3.objects.size
    expect(begun).toBeLessThan(3 * pictureCount)
    s3.behave('failing')
    expect(await move(...toBucket())).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^admin: the store does not answer, or is full: 500; what is copied stays/m),
    })
    s3.behave('normal')
    const { code, out, err } = await move(...toBucket())
    expect(code).toBe(0)
    const [, copied = '', present = ''] = out.match(/^(\d+) pictures copied, (\d+) were there; 0 that belong/) ?? []
    expect(Number(copied) + Number(present)).toBe(pictureCount)
    expect(Number(present)).toBeGreaterThan(0)
    expect(err).toContain(`${pictureCount} of ${pictureCount} pictures, ${copied} copied\n`)
    expect(readBucket()).toEqual(before)
    expect(await readFolder()).toEqual(before)
  },
  commandsTimeoutMs,
)

test(
  'A second move copies nothing but what came meanwhile, or arrived damaged',
  async () => {
    await move(...toBucket())
    expect((await move(...toBucket())).out).toMatch(
      new RegExp(`^0 pictures copied, ${pictureCount} were there; 0 that`),
    )
    await alice.createPost('Dopo', { image })
    const [key, stored] = [...s3.objects][0]!
    s3.objects.set(key, { ...stored, data: stored.data.subarray(1) })
    expect((await move(...toBucket())).out).toMatch(new RegExp(`^2 pictures copied, ${pictureCount - 1} were there`))
    expect(readBucket()).toEqual(await readFolder())
  },
  commandsTimeoutMs,
)

test(
  'Copies of what was deleted meanwhile are deleted when the operator says so, and nothing else is',
  async () => {
    await move(...toBucket())
    const post = await alice.createPost('Presto cancellato', { image })
    await move(...toBucket())
    await alice.callOk('deletePost', { post_id: post.id })
    const other = { data: Buffer.from('x'), type: 'text/plain', modifiedAt: new Date() }
    for (const key of ['altro.txt', `altro/${'a'.repeat(24)}-320.webp`, 'milano/altro.txt']) s3.objects.set(key, other)
    // A picture that a server is writing just now.
    const saved = await app.pictures.save({ dataUrl: image, accountId: 1, signal: new AbortController().signal })
    s3.objects.set(`milano/${saved.name}-320.webp`, other)
    expect((await move(...toBucket())).out).toMatch(/; 1 that belong to no row there, --delete-orphans deletes them\n$/)
    expect((await move(...toBucket(), '--delete-orphans')).out).toMatch(/; 1 that belong to no row deleted\n$/)
    expect([...s3.objects.keys()].filter((key) => key.includes(path.basename(post.image_url!).slice(0, 24)))).toEqual(
      [],
    )
    for (const key of ['altro.txt', `altro/${'a'.repeat(24)}-320.webp`, 'milano/altro.txt'])
      expect(s3.objects.delete(key)).toBe(true)
    expect(s3.objects.delete(`milano/${saved.name}-320.webp`)).toBe(true)
    await app.pictures.remove([saved.name])
    expect(readBucket()).toEqual(await readFolder())
  },
  commandsTimeoutMs,
)

test(
  'A store that fails for a moment stops no move',
  async () => {
    s3.objects.clear()
    s3.behave('failing')
    const before = s3.requests.length
    const command = startAdminCommand(['media', 'move', ...toBucket()], environment())
    // Those of the start, and of the first attempts at pictures.
    await expect.poll(() => s3.requests.length, { timeout: 20_000 }).toBeGreaterThan(before + 16)
    s3.behave('normal')
    expect(await command.ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2\d pictures copied, 0 were there;/),
    })
  },
  commandsTimeoutMs,
)

test(
  'And back: the folder of another machine gets every file',
  async () => {
    await move(...toBucket())
    const dataDir = path.join(app.dataDir, 'another-machine')
    const back = await runAdminCommand(['media', 'move', '--to', 'folder'], {
      ...environment(dataDir),
      MEDIA_URL: s3.mediaUrl('milano'),
    })
    expect(back).toMatchObject({ code: 0, out: expect.stringMatching(/ 0 were there; 0 that belong/) })
    expect(await readFolder(path.join(dataDir, 'media'))).toEqual(readBucket())
  },
  commandsTimeoutMs,
)

test.each([
  [['--to', 'https://pictures'], 'admin: --to must be folder or a bucket: must be s3://BUCKET/PREFIX?endpoint='],
  [['--to', 'folder'], 'admin: say with --from which bucket, or set MEDIA_URL'],
  [['--to', 'folder', '--from', 'folder'], 'admin: --from and --to are the same place'],
  [[], 'Usage: npm run admin -- media move --to PLACE'],
  [['--to', 'folder', '--fast'], 'Usage: npm run admin -- media move --to PLACE'],
])('media move %j is refused in one line', async (args, line) => {
  const { code, out, err } = await runAdminCommand(['media', 'move', ...args], environment())
  expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 })
  expect(err).toContain(line)
})
