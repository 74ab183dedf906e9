import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { credential, done, id, idInput, optionalText, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'

// The shapes of WebAuthn level 3, as browsers take and give them in JSON; binary is base64url.

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})
const userVerification = z.enum(['required', 'preferred', 'discouraged'])

/** What a browser needs to show a passkey. */
export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification,
})

/** What a browser needs to make one. */
export const creationOptions = z.object({
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

export const registrationResponse = z.object({
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

/** Says that the password was right a moment ago; serves once, for five minutes. */
export const ticketInput = credential(100, fieldsText.ticket)

export const passkeyNameLimit = 60

export const passkey = z.object({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() })
export type Passkey = z.output<typeof passkey>

const passwordInput = credential(200, fieldsText.passwordRequired)
/** Each serves once; shown now, and never again. */
const recoveryCodes = z.array(z.string())

export const passkeysCalls = {
getPasskeys: {
  summary:
    'The viewer’s passkeys, newest first, at most 10; with one of them, signing in takes it as well as the password',
  access: 'viewer',
  input: z.object({}),
  output: z.object({
    success: z.literal(true),
    passkeys: z.array(passkey),
    recovery_codes_left: z.int(),
    /** The origin at which passkeys work; null where this server's address is none that browsers accept. */
    origin: z.string().nullable(),
  }),
},

beginPasskey: {
  summary: 'What the browser needs to make a passkey',
  access: 'viewer',
  input: z.object({ password: passwordInput }),
  output: z.object({ success: z.literal(true), ticket: z.string(), options: creationOptions }),
  errors: [400, 403, 409, 429],
},

addPasskey: {
  summary: 'Add the passkey that the browser has made; with the first come ten recovery codes',
  access: 'viewer',
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
  summary: 'Remove a passkey; with the last one go the recovery codes',
  access: 'viewer',
  input: z.object({ passkey_id: idInput, password: passwordInput }),
  output: done,
  errors: [400, 403, 404, 429],
},

renewRecoveryCodes: {
  summary: 'Ten new recovery codes in place of the old ones',
  access: 'viewer',
  input: z.object({ password: passwordInput }),
  output: z.object({ success: z.literal(true), recovery_codes: recoveryCodes }),
  errors: [400, 403, 409, 429],
},
} as const satisfies Record<string, Endpoint>
