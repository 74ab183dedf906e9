import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { manifestOf, readServerIdentity, withIdentity } from './server-identity.ts'

const icon = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#6a3de8' } })
    .toFormat(format)
    .toBuffer()

async function identityWith(bytes: Buffer | string) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'icon-')), 'icon.png')
  await writeFile(file, bytes)
  return readServerIdentity(readConfig({ SERVER_ICON: file }))
}

describe('An operator who names the server', () => {
  const page = () => readFile('web/index.html', 'utf8')
  const manifest = () => readFile('web/public/manifest.webmanifest', 'utf8')

  test('finds the name, the description and the icon in pages and on home screens', async () => {
    const identity = { name: 'Rione "Sanità" & $1', description: 'Napoli <3', icon: await icon(512, 512) }
    const html = withIdentity(await page(), identity)
    expect(html).toContain('<title>Rione &quot;Sanità&quot; &amp; $1</title>')
    expect(html).toContain('<meta name="application-name" content="Rione &quot;Sanità&quot; &amp; $1" />')
    expect(html).toContain('<meta name="apple-mobile-web-app-title" content="Rione &quot;Sanità&quot; &amp; $1" />')
    expect(html).toContain('<meta name="description" content="Napoli &lt;3" />')
    expect(html.match(/\/server-icon\.png/g)).toHaveLength(2)
    expect(JSON.parse(manifestOf(await manifest(), identity))).toMatchObject({
      name: 'Rione "Sanità" & $1',
      short_name: 'Rione "Sanità" & $1',
      description: 'Napoli <3',
      lang: 'it',
      icons: [{ src: '/server-icon.png', sizes: '512x512', type: 'image/png' }],
    })
  })

  test('changes nothing without the variables', async () => {
    const identity = await readServerIdentity(readConfig({}))
    expect(withIdentity(await page(), identity)).toBe(await page())
    expect(JSON.parse(manifestOf(await manifest(), identity))).toEqual(JSON.parse(await manifest()))
  })

  test.each([
    ['too small', () => icon(256, 256)],
    ['not square', () => icon(512, 256)],
    ['a JPEG', () => icon(512, 512, 'jpeg')],
    ['text', async () => 'PNG'],
    ['empty', async () => ''],
  ])('is told what an icon must be when it is %s', async (_, bytes) => {
    const refused = new ConfigError('SERVER_ICON: must be a PNG of 512 × 512 pixels and at most 1 MB')
    await expect(identityWith(await bytes())).rejects.toThrow(refused)
  })

  test('is told that an icon cannot be read', async () => {
    await expect(readServerIdentity(readConfig({ SERVER_ICON: '/nowhere.png' }))).rejects.toThrow(
      /^SERVER_ICON: cannot be read: ENOENT/,
    )
  })
})
