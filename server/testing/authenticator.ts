import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Input, Output } from '#contract/calls.ts'

type Made = Input<'addPasskey'>['response']
type Shown = Input<'loginWithPasskey'>['response']

/** What a browser would not get wrong. */
type Faults = { origin?: string; challenge?: string; counter?: number; rpId?: string }

/** A device that makes and shows one passkey (WebAuthn level 3), in software, for who has no browser. */
export type Authenticator = {
  makes: (options: Output<'beginPasskey'>['options'], faults?: Faults) => Made
  shows: (options: { challenge: string; rpId: string }, faults?: Faults) => Shown
}

const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
/** CBOR, as much of it as a passkey takes. */
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'))
  const coseKey = map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), coordinate(x)],
    [integer(-3), coordinate(y)],
  )
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  let uses = 0

  const data = (rpId: string, counter: number, attested?: Buffer) => {
    const [flags, count] = [Buffer.from([attested ? 0x45 : 0x05]), Buffer.alloc(4)]
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), flags, count, attested ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    )

  return {
    makes({ challenge, rp }, faults = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential.length]), credential, coseKey])
      const attestationObject = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data(faults.rpId ?? rp.id, faults.counter ?? uses, attested))],
      )
      const clientDataJSON = clientData('webauthn.create', challenge, faults)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    shows({ challenge, rpId }, faults = {}) {
      uses++
      const authenticatorData = data(faults.rpId ?? rpId, faults.counter ?? uses)
      const clientDataJSON = clientData('webauthn.get', challenge, faults)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
