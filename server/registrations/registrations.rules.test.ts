import { describe, expect, test } from 'vitest'
import { blockersOf, loggedAddress, normaliseAddress, refuseRegistration } from './registrations.rules.ts'

test.each([
  ['open', false, true],
  ['open', true, true],
  ['invitation', false, false],
  ['invitation', true, true],
  ['closed', false, false],
  ['closed', true, false],
] as const)('Registrations %s, with an invitation: %s; may register: %s', (mode, hasInvitation, may) => {
  expect(refuseRegistration(mode, hasInvitation) === null).toBe(may)
})

describe('An address or domain is stored in one form', () => {
  test.each([
    ['esempio.it', 'esempio.it'],
    ['@Esempio.IT.', 'esempio.it'],
    ['Mario@Esempio.IT', 'mario@esempio.it'],
    ['mario+spam+x@esempio.it', 'mario@esempio.it'],
    ['+39@esempio.it', '+39@esempio.it'],
    ['m.a.rio@esempio.it', 'm.a.rio@esempio.it'],
    ['M.a.rio+x@gmail.com', 'mario@gmail.com'],
    ['mario@googlemail.com', 'mario@gmail.com'],
    ['esémpio.it', 'xn--esmpio-cva.it'],
    ['mario@ESÉMPIO.it', 'mario@xn--esmpio-cva.it'],
    ['mail.esempio.co.uk', 'mail.esempio.co.uk'],
    ['"a@b"@esempio.it', '"a@b"@esempio.it'],
  ])('%s → %s', (input, stored) => {
    expect(normaliseAddress(input)).toBe(stored)
  })

  test.each([
    '',
    'esempio',
    '@',
    'mario@',
    'it',
    '.',
    'a b.it',
    'mario@esempio',
    'a..it',
    '-a.it',
    '[127.0.0.1]',
    'http://x.it',
  ])('%j is none', (input) => {
    expect(normaliseAddress(input)).toBeNull()
  })
})

test('An address is blocked by itself, by its domain and by the domains above, and by no other', () => {
  expect(blockersOf('Mario+x@Mail.Esempio.IT')).toEqual(['mario@mail.esempio.it', 'mail.esempio.it', 'esempio.it'])
  expect(blockersOf('mario@xn--esmpio-cva.it')).toContain('xn--esmpio-cva.it')
  expect(blockersOf('nessun indirizzo')).toEqual([])
})

test('The log names the domain of an address, and not who has it', () => {
  expect(loggedAddress('mario@esempio.it')).toBe('…@esempio.it')
  expect(loggedAddress('esempio.it')).toBe('esempio.it')
})
