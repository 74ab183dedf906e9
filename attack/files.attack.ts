import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  webpChunkNames,
  createDensePng,
  hostileFiles,
  mutateFile,
  createNoiseImage,
  allowedWebpChunks,
  createPng,
  createValidFiles,
} from '#server/testing/fuzz/hostile-files.ts'
import { type IsolatedServer, observeDuring, startIsolatedServer } from './isolated-server.ts'
import { registerClient, type RegisteredClient } from '#server/testing/fixtures/api-client.ts'
import { byRunLength } from './run-length.ts'
import { createSeededRandom } from './seed.ts'

let server: IsolatedServer
let alice: RegisteredClient
let bruno: RegisteredClient
let townId: number
let folder: string
beforeAll(async () => {
  server = await startIsolatedServer()
  alice = await registerClient(server.url, 'alice')
  bruno = await registerClient(server.url, 'bruno')
  townId = (await server.db.selectFrom('places').select('id').where('name', '=', 'Milano').executeTakeFirstOrThrow()).id
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-files-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Publishes a post with a picture and fetches its stored files. */
async function uploadPicture(bytes: Buffer): Promise<{ status: number; files: Buffer[] }> {
  const form = new FormData()
  form.append('text', 'Ciao')
  form.append('location_id', String(townId))
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
  const response = await alice.request('/api/posts/create_spot.php', {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(60_000),
  })
  const { post } = (await response.json()) as { post?: { image_url: string | null } }
  const urls = post?.image_url ? [320, 640, 1280].map((width) => post.image_url!.replace('-1280.', `-${width}.`)) : []
  const files = await Promise.all(
    urls.map(async (url) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer())),
  )
  for (const file of files) expect(webpChunkNames(file).filter((name) => !allowedWebpChunks.includes(name))).toEqual([])
  return { status: response.status, files }
}

const photoCount = byRunLength({ full: 500, brief: 20 })

test('Damaged and truncated photos are stored or refused, never a server error', async () => {
  const random = createSeededRandom()
  const files = await createValidFiles()
  const repliesByStatus: Record<number, number> = {}
  for (let index = 0; index < photoCount; index++) {
    const file = files[index % files.length]!
    const { status } = await uploadPicture(
      index < photoCount * 0.6 ? mutateFile(file, random) : file.subarray(0, Math.floor(random() * file.length)),
    )
    expect([200, 400, 413, 415]).toContain(status)
    repliesByStatus[status] = (repliesByStatus[status] ?? 0) + 1
  }
  console.log('damaged photos by status:', repliesByStatus)
})

/** Side of the decompression bombs in pixels. */
const side = byRunLength({ full: 7000, brief: 1400 })
const uploadsAtOnce = byRunLength({ full: 8, brief: 2 })

describe('Decompression bombs leave the feed answering and memory bounded', () => {
  const bombs: Record<string, () => Promise<Buffer> | Buffer> = {
    'a dense PNG, 16 bits': () => createDensePng(side, side),
    'a dense PNG, 16 bits, interlaced': () => createDensePng(side, side, true),
    'a complete PNG of 50,000 × 50,000': () =>
      createPng(50_000, 50_000, { depth: 1, pixels: Buffer.alloc(6251 * 50_000) }),
    'a large JPEG': () => createNoiseImage(side, side).blur(8).jpeg({ quality: 20 }).toBuffer(),
    'a WebP of 1,000 frames': hostileFiles['a WebP of 1,000 frames']!,
    'a large AVIF': () =>
      createNoiseImage(side / 2, side / 2)
        .avif({ effort: 0, quality: 30 })
        .toBuffer(),
  }
  test.each(Object.keys(bombs))('%s', async (name) => {
    const bomb = await bombs[name]!()
    const memoryBeforeMb = await server.memoryMb()
    const startMs = performance.now()
    const uploads = Array.from({ length: uploadsAtOnce }, () => uploadPicture(bomb))
    const { result, slowestFeedMs, peakMemoryMb } = await observeDuring(server, bruno, Promise.all(uploads))
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    console.log(
      `${name} (${(bomb.length / 1024).toFixed(0)} kB), ${uploadsAtOnce} at once: ` +
        `${result.map(({ status }) => status).join(' ')} in ${seconds} s; memory ${memoryBeforeMb} MB, ` +
        `peak ${peakMemoryMb} MB, after ${await server.memoryMb()} MB; slowest feed meanwhile ${slowestFeedMs} ms`,
    )
    for (const { status } of result) expect([200, 413, 415, 429, 503]).toContain(status)
    expect(peakMemoryMb).toBeLessThan(1800)
  })
})

describe('No served file reveals where its photo was taken', () => {
  const exiftool = (...args: string[]) =>
    spawnSync(process.env.EXIFTOOL ?? 'exiftool', args, { encoding: 'utf8' }).stdout
  const writtenTags = [
    '-EXIF:GPSLatitude=45.123456',
    '-EXIF:GPSLatitudeRef=N',
    '-EXIF:GPSLongitude=9.654321',
    '-EXIF:GPSLongitudeRef=E',
    '-EXIF:Make=Fotocamera',
    '-XMP:GPSLatitude=45.123456',
    '-XMP:GPSLongitude=9.654321',
    '-XMP-dc:Creator=Alice',
    '-IPTC:City=Milano',
    '-IPTC:Sub-location=Via Segreta 7',
    '-Comment=Via Segreta 7',
  ]
  /** Tags that exiftool prints for every file, also for a picture without metadata. */
  const harmlessTag =
    /^(SourceFile|ExifTool:|System:|File:|RIFF:(ImageWidth|ImageHeight|VP8Version|HorizontalScale|VerticalScale|WebP_Flags|AlphaIsUsed)$|Composite:(ImageSize|Megapixels)$)/

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s', async (format) => {
    const source = path.join(folder, `photo.${format === 'jpeg' ? 'jpg' : format}`)
    await writeFile(source, await createNoiseImage(1600, 1200).toFormat(format, { effort: 1 }).toBuffer())
    exiftool('-overwrite_original', '-m', ...writtenTags, source)
    expect(exiftool('-G', '-a', '-n', source)).toMatch(/45\.123/)
    const { status, files } = await uploadPicture(await readFile(source))
    expect(status).toBe(200)
    for (const [index, file] of files.entries()) {
      const stored = path.join(folder, `served-${index}.webp`)
      await writeFile(stored, file)
      const [tags] = JSON.parse(exiftool('-j', '-G', '-a', '-u', '-n', stored)) as [Record<string, unknown>]
      expect(Object.keys(tags).length).toBeGreaterThan(5)
      expect(Object.keys(tags).filter((tag) => !harmlessTag.test(tag))).toEqual([])
      expect(file.toString('latin1')).not.toMatch(/45\.123|9\.654|Fotocamera|Segreta|Milano|Alice/)
    }
  })
})
