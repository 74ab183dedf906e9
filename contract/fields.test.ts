import { expect, test } from 'vitest'
import { displayNameInput, newUsernameInput, usernameInput, writtenLine, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'

const fields = [writtenText(100, 'vuoto', 'lungo'), writtenLine(100, 'vuoto', 'lungo')]

test.each([
  ['a space of no width', '\u200b'],
  ['Braille without dots', '\u2800\u2800'],
  ['fillers of Hangul', '\u3164\uffa0\u115f\u1160'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a change of direction', '\u202e\u202c'],
  ['a variation selector', '\ufe0f'],
  ['a lone accent', '\u0301'],
  ['spaces of all widths', ' \u00a0\u2003\u3000\u1680\u2028'],
  ['a byte order mark', '\ufeff'],
  ['letters of a tag', '\u{e0041}\u{e007f}'],
  ['a control character', '\u0007\u001b'],
  ['a letter for private use', '\ue000'],
  ['a note without a head', '\u{1d159}'],
  ['a blank hieroglyph', '\u{13441}'],
  ['several of these', ' \u200b\u2800 \u3164\n\u200d\ufe0f'],
])('Of %s, a text is empty', (_case, text) => {
  for (const field of fields) expect(field.safeParse(text).error?.issues[0]?.message).toBe('vuoto')
})

test.each(['.', '…', '🙂', '❤\ufe0f', 'e\u0301', '日', 'ᄀ', '١', '€', '\u200b.', '👩\u200d👩\u200d👧', '\u2801', '☐'])(
  'The text “%s” is visible, and stays as it is',
  (text) => {
    for (const field of fields) expect(field.parse(text)).toBe(text)
  },
)

test('A display name is one line without space around it; of invisible characters alone none is left', () => {
  expect(displayNameInput.parse('  Anna \n\t Rossi\u00a0')).toBe('Anna Rossi')
  for (const empty of ['', '  ', '\u200b\u202e']) expect(displayNameInput.parse(empty)).toBe('')
})

test.each(['carla.', '.carla', '.', 'a..', '.a.'])('A new account cannot have the username “%s”', (username) => {
  const { error } = newUsernameInput.safeParse(username)
  expect(error?.issues.at(-1)?.message).toBe(fieldsText.usernameDot)
  // Accounts from before have it.
  expect(usernameInput.parse(username)).toBe(username)
})

test.each(['a', 'c.b', '_carla_', 'carla._', 'a..b', '1'])('A new account may have the username “%s”', (username) => {
  expect(newUsernameInput.parse(username)).toBe(username)
})
