import { expect, test } from 'vitest'
import { decodeText } from './text-encoding.ts'

const text = 'Perché sì: l’età – 1 €'
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
const windows1252 = Buffer.from(text.replaceAll('’', '\x92').replaceAll('–', '\x96').replaceAll('€', '\x80'), 'latin1')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['ANSI of Windows’ Notepad', windows1252],
  ['Unicode of Windows’ Notepad', utf16],
  ['UTF-16 of the other byte order', Buffer.from(utf16).swap16()],
])('A text in %s is read with its accents', (_encoding, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})
