import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fontsFolder, subsetFonts } from './subset-fonts/italian-fonts.ts'

// Writes web/ui/fonts again, after a new version of a font package or a new character: node scripts/subset-fonts.ts

for (const [name, font] of await subsetFonts()) {
  await writeFile(path.join(fontsFolder, name), font)
  process.stdout.write(`${name}: ${font.length} bytes\n`)
}
