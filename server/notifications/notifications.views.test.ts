import { describe, expect, test } from 'vitest'
import { notificationsText } from './notifications.text.ts'

describe('Who did it is said with', () => {
  test.each([
    ['nobody', [], 0, ''],
    ['one name', ['giulia'], 1, 'giulia'],
    ['two names', ['giulia', 'marco'], 2, 'giulia e marco'],
    ['one name and how many more', ['giulia', 'marco', 'sara'], 5, 'giulia e altre 4 persone'],
    ['three people', ['giulia', 'marco', 'sara'], 3, 'giulia e altre 2 persone'],
    ['more than are counted', ['giulia', 'marco', 'sara'], 100, 'giulia e almeno altre 99 persone'],
  ])('%s', (_case, names, many, said) => {
    expect(notificationsText.who(names, many)).toBe(said)
  })
})
