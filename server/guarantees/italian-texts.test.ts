import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

// Italian is written with curly apostrophes and one character for three dots, but for the texts that the specification
// gives word for word.

const specified = [
  "Errore durante l'aggiornamento dello stato di conferma.",
  "Errore di rete durante l'aggiornamento dello stato di conferma.",
  'Loading...',
  'Inserisci la tua bio...',
  'Scrivi un commento...',
  'Aggiornamento...',
  'Pubblicazione in corso...',
  // The title of a place.
  'trimEnd()}...`',
]
const straight = /[\p{L}\d»]'\p{L}|\p{L}\.\.\.|po' /u
/** Comments and code apart, as far as these files have any. */
const isText = (line: string) => !/^\s*(\/\/|\/?\*|import )/.test(line)

test('Italian texts have curly apostrophes and no three dots', async () => {
  const found: string[] = []
  for await (const file of glob('{web,server,contract}/**/*.text.ts', { exclude: (name) => name === 'node_modules' }))
    for (const line of readFileSync(file, 'utf8').split('\n').filter(isText)) {
      const own = specified.reduce((rest, text) => rest.replaceAll(text, ''), line)
      if (straight.test(own)) found.push(`${file}: ${line.trim()}`)
    }
  expect(found).toEqual([])
})
