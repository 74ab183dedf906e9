import { expect, test } from 'vitest'
import { seemsToLookForSomeone } from './looks-for-someone.ts'

test.each([
  'Ragazza con la macchina fotografica stesa sui gradini',
  'Al signore col cappello: grazie',
  'CERCO chi era seduto al tavolino',
  'Eri tu sul 64 ieri sera?',
])('«%s» looks for somebody', (text) => {
  expect(seemsToLookForSomeone(text)).toBe(true)
})

test.each(['', 'Tramonto sul Tevere', 'La biblioteca chiude alle 18', 'Prototipo in mostra', 'Donnafugata in agosto'])(
  '«%s» does not',
  (text) => {
    expect(seemsToLookForSomeone(text)).toBe(false)
  },
)
