import * as argon2 from '@node-rs/argon2'
import { beforeAll, expect, test, vi } from 'vitest'
import { hash, hashCheaply, verify } from './passwords.ts'

beforeAll(hashCheaply)

test.each([
  ['è in one character and in two', 'Perch\u00e8 no?', 'Perche\u0300 no?'],
  ['ñ and Å', 'ma\u00f1ana \u00c5', 'man\u0303ana A\u030a'],
  ['the sign Ångström', '\u00c5ngstr\u00f6m', '\u212bngstro\u0308m'],
  ['a syllable of Hangul', '\uac01\uac01', '\u1100\u1161\u11a8\u1100\u1161\u11a8'],
  ['a space that does not break', 'due parole', 'due\u00a0parole'],
])('A password is the same with %s, whichever device it was chosen on', async (_case, one, other) => {
  for (const [chosen, typed] of [
    [one, other],
    [other, one],
    [one, one],
    [other, other],
  ] as const)
    expect(await verify(await hash(chosen), typed)).toBe(true)
  expect(await verify(await hash(one), other.slice(1))).toBe(false)
})

test('Another letter, another case or a missing accent is another password', async () => {
  const hashed = await hash('Perchè no?')
  for (const other of ['Perche no?', 'perchè no?', 'Perché no?', 'Perchè no'])
    expect(await verify(hashed, other)).toBe(false)
})

test('A hash of a password as it was sent stays valid for what was sent', async () => {
  const sent = 'Perche\u0300 no?'
  const hashed = await argon2.hash(sent, { memoryCost: 8, timeCost: 1 })
  expect(await verify(hashed, sent)).toBe(true)
  expect(await verify(hashed, 'Perche no?')).toBe(false)
})

vi.mock(import('@node-rs/argon2'), { spy: true })

test.each(['parola segreta', 'parola più segreta', 'parola piu\u0300 segreta'])(
  'The wrong password “%s” is compared as often with every hash',
  async (password) => {
    const counts: number[] = []
    for (const hashed of [await hash('altra'), await hash('più'), await hash('piu\u0300')]) {
      vi.mocked(argon2.verify).mockClear()
      expect(await verify(hashed, password)).toBe(false)
      counts.push(vi.mocked(argon2.verify).mock.calls.length)
    }
    expect(new Set(counts).size).toBe(1)
  },
)
