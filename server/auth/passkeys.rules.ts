import { createHash, randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { passkeysLimit } from '#contract/limits.ts'

/** The host that passkeys are bound to. */
export type RelyingParty = { rpID: string; origin: string }

/** Null where browsers refuse passkeys: at an IP address, and without https except on localhost. */
export function relyingPartyOf({ hostname, origin, protocol }: URL): RelyingParty | null {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return null
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { rpID: hostname, origin } : null
}

/** Whether another one may be added. */
export const canAddPasskey = (count: number) => count < passkeysLimit

const recoveryCodeCount = 10
/** Crockford's base 32, without I, L, O and U. 16 characters are 80 bits, so a fast hash is enough. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 16

const createRecoveryCode = () =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** Ten codes like "7KQ2-M8XA-0C4D-ZRTV". */
export const createRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, createRecoveryCode)

/** Hashes a code as typed: lower case, missing dashes and O for 0 make no difference. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest()
}
