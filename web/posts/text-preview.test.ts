import { expect, test } from 'vitest'
import { textPreview } from './text-preview.ts'

const words = (count: number) => Array.from({ length: count }, () => 'parola').join(' ')

test('A short text is shown in full', () => {
  expect(textPreview('Ciao a tutti')).toBeNull()
})

test('A text that is only a little too long is shown in full', () => {
  expect(textPreview(words(50))).toBeNull()
})

test('A long text is cut between words', () => {
  const preview = textPreview(words(100))
  expect(preview?.length).toBeLessThanOrEqual(320)
  expect(preview).toMatch(/parola$/)
})

test('A long text without spaces is cut all the same', () => {
  expect(textPreview('a'.repeat(1000))).toHaveLength(320)
})

test('More than eight lines are cut', () => {
  expect(textPreview(Array.from({ length: 12 }, (_, line) => `riga ${line}`).join('\n'))).toMatch(/riga 7$/)
})

test('The cut leaves no punctuation behind', () => {
  expect(textPreview(`${'abc, '.repeat(100)}`)).toMatch(/abc$/)
})
