import { expect, test } from 'vitest'
import { isHeic, pictureUrl } from './media.rules.ts'

test('The address of a picture is that of its largest width', () => {
  expect(pictureUrl('abc')).toMatch(/^\/media\/abc-1280\./)
})

const fileOf = (brand: string, others: string[] = []) => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(16 + others.length * 4)
  head.write(`ftyp${brand}`, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(others.join(''), 'latin1'), Buffer.from('heic', 'latin1')])
}

test.each([
  ['heic', fileOf('heic', ['mif1', 'heic']), true],
  ['heix', fileOf('heix'), true],
  ['mif1 of an iPhone', fileOf('mif1', ['heic', 'hevc']), true],
  ['avif', fileOf('avif', ['mif1', 'miaf']), false],
  ['mp4', fileOf('isom'), false],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100', 'hex'), false],
  ['nothing', Buffer.alloc(0), false],
  ['a text', Buffer.from('heic'), false],
])('A file of the kind %s is HEIC or not', (_kind, bytes, expected) => {
  expect(isHeic(bytes)).toBe(expected)
})
