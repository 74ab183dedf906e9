import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCursorEncryption } from './cursor-encryption.ts'

const encryption = createCursorEncryption(randomBytes(32))

test('A cursor is read as it was written, in its own list', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (cursor, list) => {
      expect(encryption.decrypt(encryption.encrypt(cursor, list), list)).toBe(cursor)
    }),
  )
})

test('The encrypted cursor does not contain the id', () => {
  const id = '848318237683712'
  expect(Buffer.from(encryption.encrypt(id, 'getLikes'), 'base64url').toString('latin1')).not.toContain(id)
})

test('Nobody can use a cursor in another list, of another server, or change it', () => {
  const encrypted = encryption.encrypt('848318237683712', 'getLikes {"post_id":1}')
  expect(encryption.decrypt(encrypted, 'getLikes {"post_id":2}')).toBeNull()
  expect(createCursorEncryption(randomBytes(32)).decrypt(encrypted, 'getLikes {"post_id":1}')).toBeNull()
  for (let at = 0; at < encrypted.length - 1; at++) {
    const changed = `${encrypted.slice(0, at)}${encrypted[at] === 'A' ? 'B' : 'A'}${encrypted.slice(at + 1)}`
    expect(encryption.decrypt(changed, 'getLikes {"post_id":1}')).toBeNull()
  }
})

test('Text that is no cursor is none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(encryption.decrypt(text, 'getLikes')).toBeNull()
    }),
  )
  for (const text of ['', 'x', Buffer.from('848318237683712').toString('base64url')])
    expect(encryption.decrypt(text, 'getLikes')).toBeNull()
})
