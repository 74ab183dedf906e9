import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readQrCode } from '#web/platform/testing/read-qr-code.ts'
import { qrPicture } from './place-qr.ts'

const fileOf = (picture: string) => Buffer.from(picture.replace(/^data:image\/svg\+xml;base64,/, ''), 'base64')

test.each([
  'https://dintorni.example/location/1',
  'https://dintorni.example/location/9007199254740991',
  'http://[2001:db8::1]:8080/location/42',
  `https://${'un-nome-molto-lungo.'.repeat(9)}example/location/123456`,
])('A phone reads %s from its code', async (link) => {
  expect(await readQrCode(fileOf(qrPicture(link)))).toBe(link)
})

test('A code with a hole as wide as a quarter of it is still read', async () => {
  const link = 'https://dintorni.example/location/123456'
  const code = sharp(fileOf(qrPicture(link)))
  const { width } = await code.metadata()
  const side = Math.round(width * 0.24)
  const hole = { create: { width: side, height: side, channels: 3, background: '#fff' } } as const
  expect(
    await readQrCode(
      await code
        .composite([{ input: hole, gravity: 'centre' }])
        .png()
        .toBuffer(),
    ),
  ).toBe(link)
})
