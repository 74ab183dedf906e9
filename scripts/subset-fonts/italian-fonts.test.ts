import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fontsFolder, italianCharacters, subsetFonts } from './italian-fonts.ts'

test('The fonts in web/ui/fonts are those that the script makes', async () => {
  for (const [name, font] of await subsetFonts())
    expect((await readFile(path.join(fontsFolder, name))).equals(font), `${name}: node scripts/subset-fonts.ts`).toBe(
      true,
    )
})

test('The page takes these fonts for exactly the characters that they hold', async () => {
  const css = await readFile(path.join(fontsFolder, '../fonts.css'), 'utf8')
  const ranges = [...css.matchAll(/-italian\.woff2'[^}]*unicode-range:([^;]+);/g)].map(([, range = '']) => range)
  expect(ranges).toHaveLength(2)
  for (const range of ranges) expect(charactersIn(range)).toEqual([...italianCharacters].toSorted())
})

/** Returns the characters of a `unicode-range`. */
function charactersIn(range: string): string[] {
  return range
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset))
    })
    .toSorted()
}
