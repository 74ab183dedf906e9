import { readdir, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createNoisyPhoto, createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [alice] = useUsers(app, 'alice')

const dataUrl = (bytes: Buffer, type = 'image/jpeg') => `data:${type};base64,${bytes.toString('base64')}`
const plainImage = { create: { width: 600, height: 300, channels: 3, background: '#c8553d' } } as const

async function fetchFiles(imageUrl: string | null): Promise<Buffer[]> {
  const name = path.basename(imageUrl ?? '').replace('-1280.webp', '')
  return Promise.all(
    [320, 640, 1280].map(async (width) =>
      Buffer.from(await (await alice.request(`/media/${name}-${width}.webp`)).arrayBuffer()),
    ),
  )
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('A %s becomes WebP in three widths', async (format) => {
  const { image_url } = await alice.createPost('Foto', { image: await createPhoto(1500, 1000, format) })
  const metadata = await Promise.all((await fetchFiles(image_url)).map(async (bytes) => sharp(bytes).metadata()))
  expect(metadata.map((picture) => [picture.format, picture.width])).toEqual([
    ['webp', 320],
    ['webp', 640],
    ['webp', 1280],
  ])
})

test('A photo taken sideways is turned upright and loses all metadata', async () => {
  const sideways = await sharp(plainImage)
    .withExif({
      IFD0: { Make: 'Fotocamera di Alice', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 51/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 23/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><gps>45.4642</gps></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect((await sharp(sideways).metadata()).exif).toBeDefined()
  const post = await alice.createPost('Di lato', { image: dataUrl(sideways) })
  expect([post.image_width, post.image_height]).toEqual([300, 600])
  for (const bytes of await fetchFiles(post.image_url)) {
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, icc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined, icc: undefined })
    expect(bytes.toString('latin1')).not.toMatch(/Fotocamera|EXIF|XMP|45\.4642/)
  }
})

/** Returns whether an action lists the folder, judged by its access time. */
async function listsFolder(folder: string, act: () => Promise<unknown>): Promise<boolean> {
  const longAgo = new Date('2001-01-01')
  await utimes(folder, longAgo, longAgo)
  await act()
  return (await stat(folder)).atime > longAgo
}

test('Serving a picture does not list the folder', async () => {
  const { image_url } = await alice.createPost('Foto', { image: await createPhoto() })
  expect(await listsFolder(app.folders.media, () => readdir(app.folders.media))).toBe(true)
  expect(await listsFolder(app.folders.media, () => fetchFiles(image_url))).toBe(false)
})

test('A picture that no encoder makes small is stored in a lower quality', async () => {
  const { image_url } = await alice.createPost('Rumore', { image: await createNoisyPhoto(1280, 4000) })
  const sizes = (await fetchFiles(image_url)).map(({ length }) => length)
  expect(Math.max(...sizes)).toBeLessThan(1_600_000)
})

test('A small picture is not enlarged', async () => {
  const { image_width, image_height } = await alice.createPost('Piccola', { image: await createPhoto(200, 100) })
  expect([image_width, image_height]).toEqual([200, 100])
})

describe('An upload is refused, whatever its declared type, if it is', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
  )
  test.each([
    ['an SVG with a script', async () => dataUrl(svg, 'image/png'), 415],
    ['an HTML page', async () => dataUrl(Buffer.from('<!doctype html><h1>ciao</h1>'), 'image/jpeg'), 415],
    [
      'half a photo',
      async () => {
        const whole = await createPhoto(2000, 2000)
        return whole.slice(0, whole.length / 2)
      },
      415,
    ],
    ['empty', async () => 'data:image/jpeg;base64,', 415],
    ['a GIF', async () => dataUrl(await sharp(plainImage).gif().toBuffer(), 'image/jpeg'), 415],
    [
      'larger than 50 megapixels',
      async () =>
        dataUrl(
          await sharp({ create: { ...plainImage.create, width: 9000, height: 6000 } })
            .png({ compressionLevel: 9 })
            .toBuffer(),
          'image/png',
        ),
      413,
    ],
    ['larger than 10 MB', async () => dataUrl(Buffer.alloc(10 * 1024 * 1024 + 1)), 413],
  ])('%s', async (_case, make, status) => {
    const reply = await alice.call('createSpot', {
      text: 'Ciao',
      location_id: await app.findPlaceId('Milano'),
      image: await make(),
    })
    expect(reply).toMatchObject({ status, body: { success: false, error: expect.stringMatching(/^[A-Z].*\.$/) } })
  })
})
