import { describe, expect, test } from 'vitest'
import { notificationsText } from './notifications.text.ts'

describe('The actors of a notification are named with', () => {
  test.each([
    ['nothing for none', [], 0, ''],
    ['one name', ['giulia'], 1, 'giulia'],
    ['two names', ['giulia', 'marco'], 2, 'giulia e marco'],
    ['one name and the number of others', ['giulia', 'marco', 'sara'], 5, 'giulia e altre 4 persone'],
    ['one name and two others for three people', ['giulia', 'marco', 'sara'], 3, 'giulia e altre 2 persone'],
    ['a minimum above the counted number', ['giulia', 'marco', 'sara'], 100, 'giulia e almeno altre 99 persone'],
  ])('%s', (_case, names, count, text) => {
    expect(notificationsText.who(names, count)).toBe(text)
  })
})
