import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

// Files that a client might send instead of a photo. Hidden content in them contains `payload`.

export const payload = '<script>window.pwned = 1</script>'

/** Returns an image of noise, which no format compresses well. */
export const createNoiseImage = (width = 320, height = 240) =>
  sharp({
    create: { width, height, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = chunk('IEND', Buffer.alloc(0))

/**
 * Encodes a PNG, possibly an invalid one.
 * @param colour 0 grey, 2 RGB, 6 RGBA.
 * @param pixels its uncompressed content, which may be shorter than the dimensions require.
 */
function createPng(
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

/** The end of a ZIP, which archivers look for at the end of any file. */
const zipEnd = Buffer.concat([Buffer.from(`PK\x03\x04${payload}`), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

const createAnimation = (frames: number) =>
  sharp(Buffer.from(Uint8Array.from({ length: 64 * 64 * frames * 3 }, (_, index) => (index * 7919) >> 5)), {
    raw: { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 },
  })
    .webp({ loop: 0, delay: Array.from({ length: frames }, () => 10) })
    .toBuffer()

const svg = (inside: string) =>
  Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' +
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}</svg>`,
  )

/** An SVG of 438 bytes that expands to two million characters, which takes its decoder half a minute. */
const entityBomb = () => {
  const levels = ['b', 'c', 'd', 'e'].map((name, index) => `<!ENTITY ${name} "${`&${'abcd'[index]};`.repeat(10)}">`)
  return Buffer.from(
    `<!DOCTYPE l [<!ENTITY a "${'a'.repeat(20)}">${levels.join('')}]>` +
      '<svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>',
  )
}

const twoPixels = (format: 'gif' | 'tiff') => createNoiseImage(16, 16).toFormat(format).toBuffer()

/**
 * Files of every format that libvips may read and we do not accept, most of them valid. Where this libvips cannot write
 * a format, the file begins as one of that format does.
 */
export const foreignFormats: Record<string, () => Promise<Buffer> | Buffer> = {
  'an SVG': () => svg('<rect width="9" height="9"/>'),
  'an SVG that expands entities': entityBomb,
  'a compressed SVG': () => gzipSync(svg('<rect width="9" height="9"/>')),
  'a GIF': () => twoPixels('gif'),
  'a TIFF': () => twoPixels('tiff'),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
  'a PPM': () => Buffer.from('P3\n2 1\n255\n1 2 3 4 5 6\n'),
  'a FITS': () => Buffer.from('SIMPLE  =                    T'.padEnd(2880)),
  'a JPEG XL': () => Buffer.from([0xff, 0x0a, 0xfa, 0x7f, 0x01, 0x90, 0x08, 0x06]),
  'a JPEG 2000': () => Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex'),
  'a Radiance HDR': () => Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x01\x02\x03\x04', 'latin1'),
  'an OpenEXR': () => Buffer.from('762f31010200000063686e6c7300', 'hex'),
  'a MATLAB': () => Buffer.from('MATLAB 5.0 MAT-file'.padEnd(124).concat('\x00\x01IM'), 'latin1'),
  'an Analyze header': () => Buffer.concat([Buffer.from([92, 1, 0, 0]), Buffer.alloc(344)]),
  'a NIfTI': () => Buffer.concat([Buffer.from([92, 1, 0, 0]), Buffer.alloc(340), Buffer.from('n+1\0')]),
  'a libvips file': () => Buffer.concat([Buffer.from([0xb6, 0xa6, 0xf2, 0x08]), Buffer.alloc(200)]),
  'a libvips matrix': () => Buffer.from('2 2\n1 2\n3 4\n'),
  'a CSV': () => Buffer.from('1,2,3\n4,5,6\n'),
  'a BMP': () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(120)]),
  'a Windows icon': () => Buffer.from('0000010001001010000001002000', 'hex'),
  'an ImageMagick script': () => Buffer.from('push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "/etc/passwd"'),
  'a PostScript': () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n'),
}

/** Functions that create the files, by description. */
export const hostileFiles: Record<string, () => Promise<Buffer> | Buffer> = {
  'a JPEG followed by an HTML page': async () =>
    Buffer.concat([await createNoiseImage().jpeg().toBuffer(), Buffer.from(`<html>${payload}</html>`)]),
  'a JPEG with a script in its comment': jpegWithComment,
  'a JPEG followed by a ZIP': async () => Buffer.concat([await createNoiseImage().jpeg().toBuffer(), zipEnd]),
  'a PNG with scripts in its chunks': pngWithChunks,
  'a WebP followed by an HTML page': async () =>
    Buffer.concat([await createNoiseImage().webp().toBuffer(), Buffer.from(payload)]),
  'a GIF that is a script': () => Buffer.from(`GIF89a=1;/*${payload}*/`),
  'an HTML page': () => Buffer.from(`<!doctype html>${payload}`),
  'an SVG with a script': () => svg(payload),
  'an SVG that reads a file': () => svg('<text>&x;</text>'),
  'an SVG that loads a picture': () => svg('<image href="http://127.0.0.1:1/x.png" width="64" height="64"/>'),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
  'a PNG that claims 50,000 × 50,000 pixels': () => createPng(50_000, 50_000, { depth: 1 }),
  'a PNG that claims a width of 2,147,483,647': () => createPng(2 ** 31 - 1, 1),
  'a PNG without pixels': () => createPng(0, 0),
  'a PNG with too few pixels': () => createPng(4000, 4000),
  'a PNG of a width of 50,000': () => createPng(50_000, 900, { depth: 1, pixels: Buffer.alloc(6251 * 900) }),
  'a PNG of a height of 50,000': () => createPng(20, 50_000, { depth: 1, pixels: Buffer.alloc(4 * 50_000) }),
  'a PNG of one pixel': () => createPng(1, 1, { pixels: Buffer.alloc(2) }),
  'a WebP of 1,000 frames': () => createAnimation(1000),
  'a megabyte of zeros': () => Buffer.alloc(1_000_000),
  'one byte': () => Buffer.from([0xff]),
}

const formats = ['jpeg', 'png', 'webp', 'avif'] as const

export const createValidFiles = () =>
  Promise.all(formats.map((format) => createNoiseImage().toFormat(format).toBuffer()))

/** Returns the file with some bytes overwritten, and possibly truncated, with a part removed or repeated. */
export function mutateFile(file: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(file)
  const position = () => Math.floor(random() ** 2 * bytes.length)
  for (let n = Math.floor(random() * 12); n >= 0; n--) bytes[position()] = Math.floor(random() * 256)
  const [from, to] = [position(), position()].toSorted((a, b) => a - b) as [number, number]
  const choice = random()
  if (choice < 0.2) return bytes.subarray(0, to)
  if (choice < 0.35) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  if (choice < 0.5) return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  return bytes
}

/** Returns the names of a WebP's chunks. Throws for another format and for bytes after the end. */
export function webpChunkNames(webp: Buffer): string[] {
  const size = webp.readUInt32LE(4) + 8
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP' || size !== webp.length)
    throw new Error('not a single WebP')
  const names: string[] = []
  for (let offset = 12; offset < webp.length;) {
    names.push(webp.toString('latin1', offset, offset + 4))
    const length = webp.readUInt32LE(offset + 4)
    offset += 8 + length + (length % 2)
  }
  return names
}
/** The chunks of a picture without metadata. */
export const allowedWebpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
