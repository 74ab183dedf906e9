import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

// Files that somebody might send instead of a photo. What is hidden in one of them holds `payload`.

export const payload = '<script>window.pwned = 1</script>'

/** Noise, so that no format makes it small. */
export const createNoiseImage = (width = 320, height = 240) =>
  sharp({
    create: { width, height, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = chunk('IEND', Buffer.alloc(0))

/**
 * A PNG by hand. @param colour 0 grey, 2 RGB, 6 RGBA. @param pixels what it holds, not yet compressed; too little of it
 * makes it a promise that is not kept.
 */
export function createPng(
  width: number,
  height: number,
  { depth = 8, colour = 0, interlaced = false, pixels = Buffer.alloc(1000) } = {},
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels, { level: 9 })), pngEnd])
}

/** As many pixels as are let through, four channels of 16 bits each: a thousand times larger unpacked than packed. */
export function createDensePng(width: number, height: number, interlaced = false): Buffer {
  return createPng(width, height, { depth: 16, colour: 6, interlaced, pixels: Buffer.alloc((width * 8 + 1) * height) })
}

async function pngWithChunks(): Promise<Buffer> {
  const png = await createNoiseImage().png().toBuffer()
  const hidden = ['tEXt', 'iTXt', 'eXIf', 'zzZz'].map((type) => chunk(type, Buffer.from(`Comment\0${payload}`)))
  return Buffer.concat([png.subarray(0, 33), ...hidden, png.subarray(33)])
}

async function jpegWithComment(): Promise<Buffer> {
  const jpeg = await createNoiseImage().jpeg().toBuffer()
  const comment = Buffer.from(payload)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    jpeg.subarray(2),
  ])
}

/** The end of a ZIP, which unpackers look for at the end of any file. */
const zipped = Buffer.concat([Buffer.from(`PK\x03\x04${payload}`), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

const animated = (pages: number) =>
  sharp(Buffer.from(Uint8Array.from({ length: 64 * 64 * pages * 3 }, (_, at) => (at * 7919) >> 5)), {
    raw: { width: 64, height: 64 * pages, channels: 3, pageHeight: 64 },
  })
    .webp({ loop: 0, delay: Array.from({ length: pages }, () => 10) })
    .toBuffer()

const svg = (inside: string) =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}</svg>`,
  )

/** By what they are; made when they are wanted. */
export const hostileFiles: Record<string, () => Promise<Buffer> | Buffer> = {
  'a JPEG with a page behind it': async () =>
    Buffer.concat([await createNoiseImage().jpeg().toBuffer(), Buffer.from(`<html>${payload}</html>`)]),
  'a JPEG with a script in its comment': jpegWithComment,
  'a JPEG with a ZIP behind it': async () => Buffer.concat([await createNoiseImage().jpeg().toBuffer(), zipped]),
  'a PNG with scripts in its chunks': pngWithChunks,
  'a WebP with a page behind it': async () =>
    Buffer.concat([await createNoiseImage().webp().toBuffer(), Buffer.from(payload)]),
  'a GIF that is a script': () => Buffer.from(`GIF89a=1;/*${payload}*/`),
  'a page': () => Buffer.from(`<!doctype html>${payload}`),
  'an SVG with a script': () => svg(payload),
  'an SVG that reads a file': () => svg('<text>&x;</text>'),
  'an SVG that loads a picture': () => svg('<image href="http://127.0.0.1:1/x.png" width="64" height="64"/>'),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
  'a PNG that says to be 50,000 × 50,000': () => createPng(50_000, 50_000, { depth: 1 }),
  'a PNG that says to be 2,147,483,647 wide': () => createPng(2 ** 31 - 1, 1),
  'a PNG without pixels': () => createPng(0, 0),
  'a PNG that ends early': () => createPng(4000, 4000),
  'a PNG 50,000 wide': () => createPng(50_000, 900, { depth: 1, pixels: Buffer.alloc(6251 * 900) }),
  'a PNG 50,000 high': () => createPng(20, 50_000, { depth: 1, pixels: Buffer.alloc(4 * 50_000) }),
  'a PNG of one pixel': () => createPng(1, 1, { pixels: Buffer.alloc(2) }),
  'a WebP of 1,000 pictures': () => animated(1000),
  zeros: () => Buffer.alloc(1_000_000),
  'one byte': () => Buffer.from([0xff]),
}

const formats = ['jpeg', 'png', 'webp', 'avif'] as const

export const createValidFiles = () =>
  Promise.all(formats.map((format) => createNoiseImage().toFormat(format).toBuffer()))

/** A valid file with some of its bytes changed, taken out, doubled, or its end cut off. */
export function mutateFile(file: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(file)
  const at = () => Math.floor(random() ** 2 * bytes.length)
  for (let n = Math.floor(random() * 12); n >= 0; n--) bytes[at()] = Math.floor(random() * 256)
  const [from, to] = [at(), at()].toSorted((a, b) => a - b) as [number, number]
  const kind = random()
  if (kind < 0.2) return bytes.subarray(0, to)
  if (kind < 0.35) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  if (kind < 0.5) return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  return bytes
}

/** The names of a WebP's chunks; throws where it is none, or where something stands behind it. */
export function webpChunkNames(webp: Buffer): string[] {
  const size = webp.readUInt32LE(4) + 8
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP' || size !== webp.length)
    throw new Error('no WebP, or more than one')
  const names: string[] = []
  for (let at = 12; at < webp.length;) {
    names.push(webp.toString('latin1', at, at + 4))
    const length = webp.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return names
}
/** What a WebP needs to be a picture, and nothing that could say anything else. */
export const allowedWebpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
