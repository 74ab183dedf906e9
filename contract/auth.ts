import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  credential,
  done,
  emailInput,
  id,
  idInput,
  newPasswordInput,
  timestamp,
  usernameInput,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { authenticationResponse, requestOptions, ticketInput } from './passkeys.ts'

/** The signed-in person, as kept by the browser under the key `user`. */
export const currentUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  profile_pic: z.string().nullable(),
  bio: z.string(),
  /** 1 when done. */
  onboarding_completed: z.literal([0, 1]),
})
export type CurrentUser = z.output<typeof currentUser>
/** What the browser needs to show a passkey; without `options`, passkeys do not work at this server's address. */
export const secondStep = z.object({ ticket: z.string(), options: requestOptions.optional() })
export type SecondStep = z.output<typeof secondStep>
const availability = z.object({ available: z.boolean() })
/** Somewhere the viewer is signed in. */
export const session = z.object({
  id,
  /** “Chrome su Android”: no more of a device is kept. */
  device: z.string(),
  created_at: timestamp,
  /** A day, `2026-11-21`. */
  last_used_on: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const authCalls = {
register: {
  summary: 'Create an account and sign in',
  access: 'public',
  input: z.object({ username: usernameInput, email: emailInput, password: newPasswordInput }),
  output: z.object({ success: z.literal(true), message: z.string(), user: currentUser }),
  errors: [400, 409, 429],
},

login: {
  summary:
    'Sign in; the session is the cookie `sid`, whose value also serves as Bearer token. An account with passkeys gets no session yet, but `second_step`',
  access: 'public',
  input: z.object({
    email: credential(254, fieldsText.emailRequired).trim(),
    password: credential(200, fieldsText.passwordRequired),
  }),
  output: z.object({ success: z.literal(true), user: currentUser.optional(), second_step: secondStep.optional() }),
  errors: [400, 401, 403, 429],
},

loginWithPasskey: {
  summary: 'The second step of a sign-in: a passkey. The ticket of the first step serves once, for five minutes',
  access: 'public',
  input: z.object({ ticket: ticketInput, response: authenticationResponse }),
  output: z.object({ success: z.literal(true), user: currentUser }),
  errors: [400, 401, 409, 429],
},

loginWithRecoveryCode: {
  summary: 'The second step of a sign-in without the passkey: a recovery code, which serves once',
  access: 'public',
  input: z.object({ ticket: ticketInput, code: credential(100, fieldsText.recoveryCodeRequired) }),
  output: z.object({ success: z.literal(true), user: currentUser }),
  errors: [400, 401, 403, 429],
},

logout: {
  summary: 'End this session on the server',
  access: 'public',
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
},

checkUsername: {
  summary: 'Whether a username is free',
  access: 'public',
  input: z.object({ username: usernameInput }),
  output: availability,
  errors: [400, 429],
},

checkEmail: {
  summary: 'Whether an e-mail address is free',
  access: 'public',
  input: z.object({ email: emailInput }),
  output: availability,
  errors: [400, 429],
},

forgotPassword: {
  summary: 'Mail a link to choose a new password; the answer is the same for an unknown address',
  access: 'public',
  input: z.object({ email: emailInput }),
  output: done,
  errors: [400, 429],
},

resetPassword: {
  summary: 'Choose a new password with the token of a mailed link; all sessions end',
  access: 'public',
  input: z.object({ token: credential(100, fieldsText.resetToken), password: newPasswordInput }),
  output: done,
  errors: [400, 429],
},

exportAccount: {
  summary:
    'Offer all that is one’s own as a zip of JSON and pictures; `url` gives it for ten minutes, in the same person’s session',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, password: credential(200, fieldsText.passwordRequired) }),
  output: z.object({ success: z.literal(true), message: z.string(), url: z.string() }),
  errors: [400, 403, 429],
},

deleteAccount: {
  summary: 'Delete one’s account, with everything that is one’s own, at once and for good',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, password: credential(200, fieldsText.passwordRequired) }),
  output: done,
  errors: [400, 403, 429],
},

getAccount: {
  summary: 'The viewer, as the server knows them now',
  access: 'viewer',
  input: z.object({}),
  output: z.object({ success: z.literal(true), user: currentUser }),
},

getSessions: {
  summary: 'Where the viewer is signed in: the session that asks, then the others by their last use; at most 50',
  access: 'viewer',
  input: z.object({}),
  output: z.object({ success: z.literal(true), sessions: z.array(session) }),
},

endSession: {
  summary: 'End one of the viewer’s sessions; its open pages hear of it at once',
  access: 'viewer',
  input: z.object({ session_id: idInput }),
  output: done,
  errors: [400, 404, 429],
},

endAllSessions: {
  summary: 'End all of the viewer’s sessions, this one too',
  access: 'viewer',
  input: z.object({}),
  output: done,
  errors: [429],
},

changePassword: {
  summary: 'Change the password; all other sessions end, and this one gets a new token',
  access: 'viewer',
  input: z.object({ current_password: credential(200, fieldsText.passwordRequired), new_password: newPasswordInput }),
  output: done,
  errors: [400, 403, 429],
},

changeEmail: {
  summary:
    'Mail a link to a new address, which becomes the account’s once it is opened; the answer is the same for an address that is taken',
  access: 'viewer',
  input: z.object({ email: emailInput, password: credential(200, fieldsText.passwordRequired) }),
  output: done,
  errors: [400, 403, 429],
},

confirmEmail: {
  summary: 'Change the address with the token of a mailed link',
  access: 'public',
  input: z.object({ token: credential(100, fieldsText.resetToken) }),
  output: done,
  errors: [400, 409, 429],
},
} as const satisfies Record<string, Endpoint>
