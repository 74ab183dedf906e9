import { createHash, randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { passkeysLimit } from '#contract/limits.ts'

/** Where passkeys belong: the host is bound into each of them. */
export type RelyingParty = { rpID: string; origin: string }

/** Null where browsers refuse them: at a bare address, and over a connection that is not secure, unless it is this machine's own. */
export function relyingPartyOf({ hostname, origin, protocol }: URL): RelyingParty | null {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return null
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { rpID: hostname, origin } : null
}

/** Whether another one may be added. */
export const canAddPasskey = (count: number) => count < passkeysLimit

const codesCount = 10
/** Crockford's: no I, L, O and U. 16 of them are 80 bits, which no hash needs to be slow for. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 16

const newCode = () =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** "7KQ2-M8XA-0C4D-ZRTV", ten times. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codesCount }, newCode)

/** As it was given, however it was copied: small letters, without dashes, O for 0. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest()
}
