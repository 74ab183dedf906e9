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
import { type LoneServer, meanwhile, openLoneServer } from './lone-server.ts'
import { enter, type Somebody } from './somebody.ts'
import { seeded } from './seed.ts'

let server: LoneServer
let alice: Somebody
let bruno: typeof alice
let townId: number
let folder: string
beforeAll(async () => {
  server = await openLoneServer()
  alice = await enter(server.url, 'alice')
  bruno = await enter(server.url, 'bruno')
  townId = (await server.db.selectFrom('places').select('id').where('name', '=', 'Milano').executeTakeFirstOrThrow()).id
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-files-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function sends(bytes: Buffer): Promise<{ status: number; files: Buffer[] }> {
  const form = new FormData()
  form.append('text', 'Ciao')
  form.append('location_id', String(townId))
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
  const response = await fetch(`${server.url}/api/posts/create_spot.php`, {
    method: 'POST',
    body: form,
    headers: { cookie: alice.cookie },
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

const range = (least: number, most: number) => Array.from({ length: most - least }, (_, at) => least + at)

test('300 photos with changed bytes, and 200 that break off', async () => {
  const random = seeded()
  const files = await createValidFiles()
  const answered: Record<number, number> = {}
  for (const n of range(0, 500)) {
    const file = files[n % files.length]!
    const { status } = await sends(
      n < 300 ? mutateFile(file, random) : file.subarray(0, Math.floor(random() * file.length)),
    )
    expect([200, 400, 413, 415]).toContain(status)
    answered[status] = (answered[status] ?? 0) + 1
  }
  console.log('changed photos, by answer:', answered)
})

describe('Bombs: the server answers others, and its memory stays', () => {
  const bombs: Record<string, () => Promise<Buffer> | Buffer> = {
    'a PNG of 50 megapixels, 16 bits': () => createDensePng(7000, 7000),
    'a PNG of 50 megapixels, 16 bits, interlaced': () => createDensePng(7000, 7000, true),
    'a PNG of 50,000 × 50,000 that keeps its promise': () =>
      createPng(50_000, 50_000, { depth: 1, pixels: Buffer.alloc(6251 * 50_000) }),
    'a JPEG of 49 megapixels': () => createNoiseImage(7000, 7000).blur(8).jpeg({ quality: 20 }).toBuffer(),
    'a WebP of 1,000 pictures': hostileFiles['a WebP of 1,000 pictures']!,
    'an AVIF of 16 megapixels': () => createNoiseImage(4000, 4000).avif({ effort: 0, quality: 30 }).toBuffer(),
  }
  test.each(Object.keys(bombs))('eight times at once: %s', async (name) => {
    const bomb = await bombs[name]!()
    const before = await server.memory()
    const from = performance.now()
    const { result, slowest, most } = await meanwhile(server, bruno, Promise.all(range(0, 8).map(() => sends(bomb))))
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(
      `${name} (${(bomb.length / 1024).toFixed(0)} kB), eight at once: ${result.map(({ status }) => status).join(' ')} in ${seconds} s; memory ${before} MB, at most ${most} MB, after ${await server.memory()} MB; slowest feed meanwhile ${slowest} ms`,
    )
    for (const { status } of result) expect([200, 413, 415, 503]).toContain(status)
    expect(most).toBeLessThan(1800)
  })
})

describe('Where a photo was taken is in no file that is served', () => {
  const exiftool = (...args: string[]) =>
    spawnSync(process.env.EXIFTOOL ?? 'exiftool', args, { encoding: 'utf8' }).stdout
  const written = [
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
  /** What exiftool tells of any file at all, or of a picture without metadata. */
  const harmless =
    /^(SourceFile|ExifTool:|System:|File:|RIFF:(ImageWidth|ImageHeight|VP8Version|HorizontalScale|VerticalScale|WebP_Flags|AlphaIsUsed)$|Composite:(ImageSize|Megapixels)$)/

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s', async (format) => {
    const source = path.join(folder, `photo.${format === 'jpeg' ? 'jpg' : format}`)
    await writeFile(source, await createNoiseImage(1600, 1200).toFormat(format, { effort: 1 }).toBuffer())
    exiftool('-overwrite_original', '-m', ...written, source)
    expect(exiftool('-G', '-a', '-n', source)).toMatch(/45\.123/)
    const { status, files } = await sends(await readFile(source))
    expect(status).toBe(200)
    for (const [at, file] of files.entries()) {
      const stored = path.join(folder, `served-${at}.webp`)
      await writeFile(stored, file)
      const [tags] = JSON.parse(exiftool('-j', '-G', '-a', '-u', '-n', stored)) as [Record<string, unknown>]
      expect(Object.keys(tags).length).toBeGreaterThan(5)
      expect(Object.keys(tags).filter((tag) => !harmless.test(tag))).toEqual([])
      expect(file.toString('latin1')).not.toMatch(/45\.123|9\.654|Fotocamera|Segreta|Milano|Alice/)
    }
  })
})
