import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { credential, done, id, idInput, optionalText, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { passkeyNameLimit } from './limits.ts'

// The JSON shapes of WebAuthn level 3; binary values are base64url.

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})
const userVerification = z.enum(['required', 'preferred', 'discouraged'])

/** Options of `navigator.credentials.get`. */
export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification,
})

/** Options of `navigator.credentials.create`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: userVerification,
    requireResidentKey: z.boolean(),
    userVerification,
  }),
})

const binary = z.string().max(20_000)
const credentialId = z.string().max(1400)

const registrationResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
})

export const authenticationResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: binary, authenticatorData: binary, signature: binary }),
})

/** Proves that the password was right; single use, valid for five minutes. */
export const ticketInput = credential(100, fieldsText.ticket)

const passkey = z.object({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() })
export type Passkey = z.output<typeof passkey>

const passwordInput = credential(200, fieldsText.passwordRequired)
/** Single-use codes; this reply is the only place that shows them. */
const recoveryCodes = z.array(z.string())

export const passkeysCalls = {
  getPasskeys: {
    summary: 'The viewer’s passkeys, newest first, at most 10; an account with passkeys needs one to sign in',
    path: 'GET auth/get_passkeys',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: z.object({
      success: z.literal(true),
      passkeys: z.array(passkey),
      recovery_codes_left: z.int(),
      /** The origin at which passkeys work; null when browsers refuse passkeys at this server's address. */
      origin: z.string().nullable(),
    }),
  },

  beginPasskey: {
    summary: 'Start adding a passkey: the options for the browser',
    path: 'POST auth/begin_passkey',
    access: 'viewer',
    scope: null,
    input: z.object({ password: passwordInput }),
    output: z.object({ success: z.literal(true), ticket: z.string(), options: creationOptions }),
    errors: [400, 403, 409, 429],
  },

  addPasskey: {
    summary: 'Add the passkey that the browser created; the first one also returns ten recovery codes',
    path: 'POST auth/add_passkey',
    access: 'viewer',
    scope: null,
    input: z.object({
      ticket: ticketInput,
      name: optionalText(passkeyNameLimit, fieldsText.passkeyName),
      response: registrationResponse,
    }),
    output: z.object({
      success: z.literal(true),
      message: z.string(),
      passkey,
      recovery_codes: recoveryCodes.optional(),
    }),
    errors: [400, 409, 429],
  },

  deletePasskey: {
    summary: 'Remove a passkey; removing the last one also deletes the recovery codes',
    path: 'POST auth/delete_passkey',
    access: 'viewer',
    scope: null,
    input: z.object({ passkey_id: idInput, password: passwordInput }),
    output: done,
    errors: [400, 403, 404, 429],
  },

  renewRecoveryCodes: {
    summary: 'Replace the recovery codes with ten new ones',
    path: 'POST auth/renew_recovery_codes',
    access: 'viewer',
    scope: null,
    input: z.object({ password: passwordInput }),
    output: z.object({ success: z.literal(true), recovery_codes: recoveryCodes }),
    errors: [400, 403, 409, 429],
  },
} as const satisfies Record<string, Endpoint>
