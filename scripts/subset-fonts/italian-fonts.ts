import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** The characters of the product's texts and of ordinary Italian posts. web/ui/fonts.css names the same characters. */
export const italianCharacters = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, offset) => String.fromCodePoint(0x20 + offset)),
  ...'\u00a0ÀÈÉÌÒÙàèéìòù',
  ...'«»‘’“”–—…›·•×→ªº°€',
].join('')

/** The web fonts, from their packages' Latin files, by the name of the file in web/ui/fonts. */
const sources = {
  'instrument-sans-italian.woff2': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'bricolage-grotesque-italian.woff2':
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
}

export const fontsFolder = path.join(import.meta.dirname, '../../web/ui/fonts')

/** Kerning, ligatures, and the figures of equal width that counters use; other alternates would be 2 kB. */
const options = { targetFormat: 'woff2' as const, keepFeatures: ['kern', 'mark', 'ccmp', 'liga', 'tnum'] }

/** Returns the web fonts with the Italian characters alone, by file name. */
export async function subsetFonts(): Promise<Map<string, Buffer>> {
  const fonts = Object.entries(sources).map(async ([name, source]) => {
    const font = await readFile(require.resolve(source))
    return [name, await subsetFont(font, italianCharacters, options)] as const
  })
  return new Map(await Promise.all(fonts))
}
