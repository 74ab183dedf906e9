import type { SecondStep } from '#contract/auth.ts'
import type { Input, Output } from '#contract/calls.ts'
import { authText } from './auth.text.ts'

export type PasskeyRequest = NonNullable<SecondStep['options']>

/** The browser or the user has cancelled; `message` is the Italian sentence. */
export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure'
}

const loadLibrary = () => import('@simplewebauthn/browser')
/** Fetches the library early: some browsers allow a passkey request only right after a click. */
export const preloadPasskeys = () => void loadLibrary().catch(() => undefined)

/** Whether the browser supports passkeys on this page: over HTTPS, and with the right origin. */
export const supportsPasskeys = (origin = window.location.origin) =>
  window.isSecureContext && 'PublicKeyCredential' in window && window.location.origin === origin

function toPasskeyFailure(error: unknown) {
  const { name } = error as { name?: string }
  if (name === 'InvalidStateError') return new PasskeyFailure(authText.passkeyExists, { cause: error })
  return new PasskeyFailure(
    name === 'NotAllowedError' || name === 'AbortError' ? authText.passkeyCancelled : authText.passkeyFailed,
    { cause: error },
  )
}

/** Requests a passkey from the browser. Throws a PasskeyFailure. */
export async function requestPasskey(options: PasskeyRequest): Promise<Input<'loginWithPasskey'>['response']> {
  const { startAuthentication } = await loadLibrary()
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch((error: unknown) => {
    throw toPasskeyFailure(error)
  })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

/** Creates a passkey in the browser. Throws a PasskeyFailure. */
export async function createPasskey(
  options: Output<'beginPasskey'>['options'],
): Promise<Input<'addPasskey'>['response']> {
  const { startRegistration } = await loadLibrary()
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch((error: unknown) => {
    throw toPasskeyFailure(error)
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}
