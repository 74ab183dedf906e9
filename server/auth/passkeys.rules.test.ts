import { expect, test } from 'vitest'
import { canAddPasskey, hashRecoveryCode, createRecoveryCodes, relyingPartyOf } from './passkeys.rules.ts'
import { passkeysLimit } from '#contract/limits.ts'

test.each([
  ['https://dintorni.example', { rpID: 'dintorni.example', origin: 'https://dintorni.example' }],
  ['https://dintorni.example:8443/sotto', { rpID: 'dintorni.example', origin: 'https://dintorni.example:8443' }],
  ['http://localhost:3000', { rpID: 'localhost', origin: 'http://localhost:3000' }],
  ['http://casa.localhost', { rpID: 'casa.localhost', origin: 'http://casa.localhost' }],
  ['http://127.0.0.1:3000', null],
  ['https://192.168.1.20', null],
  ['https://[::1]:3000', null],
  ['http://dintorni.example', null],
])('At %s the relying party of passkeys is %o', (url, party) => {
  expect(relyingPartyOf(new URL(url))).toEqual(party)
})

test('An account can have ten passkeys', () => {
  expect([0, passkeysLimit - 1, passkeysLimit, passkeysLimit + 1].map(canAddPasskey)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('There are ten different recovery codes, without characters that look alike', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
})

test.each([['7kq2-m8xa-0c4d-zrtv'], ['7KQ2M8XA0C4DZRTV'], [' 7KQ2 M8XA OC4D ZRTV\n'], ['7KQ2—M8XA—oC4D—ZRTV']])(
  '%j is accepted as the same code',
  (copied) => {
    expect(hashRecoveryCode(copied)).toEqual(hashRecoveryCode('7KQ2-M8XA-0C4D-ZRTV'))
  },
)

test('I and L are read as 1, and a code with another character differs', () => {
  expect(hashRecoveryCode('IL11-0000-0000-0000')).toEqual(hashRecoveryCode('1111-0000-0000-0000'))
  expect(hashRecoveryCode('2111-0000-0000-0000')).not.toEqual(hashRecoveryCode('1111-0000-0000-0000'))
})
