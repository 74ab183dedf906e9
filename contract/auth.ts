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
  checkedName,
  newUsernameInput,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { authenticationResponse, requestOptions, ticketInput } from './passkeys.ts'

/** The signed-in user; the browser stores it under the key `user`. */
export const currentUser = z.object({
  id,
  username: z.string(),
  display_name: z.string().nullable(),
  email: z.string(),
  profile_pic: z.string().nullable(),
  bio: z.string(),
  /** 1 when done. */
  onboarding_completed: z.literal([0, 1]),
})
export type CurrentUser = z.output<typeof currentUser>
/** The second step of a sign-in. Without `options`, passkeys do not work at this server's address. */
const secondStep = z.object({ ticket: z.string(), options: requestOptions.optional() })
export type SecondStep = z.output<typeof secondStep>
const availability = z.object({ available: z.boolean() })
/** A session of the viewer. */
const session = z.object({
  id,
  /** “Chrome su Android”; nothing else about the device is stored. */
  device: z.string(),
  created_at: timestamp,
  /** A date, `2026-11-21`. */
  last_used_on: z.string(),
  /** Whether this request uses it. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

/** Whether the link mailed to the address was used; `unneeded` where the server sends no e-mail. */
const emailStatus = z.enum(['confirmed', 'unconfirmed', 'unneeded'])
export type EmailStatus = z.output<typeof emailStatus>

export const authCalls = {
  register: {
    summary: 'Create an account and sign in',
    path: 'POST auth/register',
    access: 'public',
    scope: null,
    input: z.object({
      username: newUsernameInput,
      email: emailInput,
      password: newPasswordInput,
      /** From the link of an invitation, where registrations are by invitation. */
      invitation: z.string().max(100, { error: fieldsText.invitation }).optional(),
    }),
    output: z.object({ success: z.literal(true), message: z.string(), user: currentUser }),
    errors: [400, 403, 409, 429],
  },

  login: {
    summary:
      'Sign in: sets the session cookie `sid` (`__Host-sid` with https), whose value also works as a Bearer token; ' +
      'with passkeys, `second_step` instead',
    path: 'POST auth/login',
    access: 'public',
    scope: null,
    input: z.object({
      email: credential(254, fieldsText.emailRequired).trim(),
      password: credential(200, fieldsText.passwordRequired),
    }),
    output: z.object({ success: z.literal(true), user: currentUser.optional(), second_step: secondStep.optional() }),
    errors: [400, 401, 403, 429],
  },

  enterDemo: {
    summary:
      'Sign in as the first person of the demo community, without a password: only from the machine that the server ' +
      'runs on. 404 anywhere else, and where there is no demo',
    path: 'POST auth/enter_demo',
    access: 'public',
    scope: null,
    input: z.object({}),
    output: z.object({
      success: z.literal(true),
      user: currentUser.optional(),
      second_step: secondStep.optional(),
      /** The place where this person lives. */
      town: z.object({ latitude: z.number(), longitude: z.number() }),
    }),
    errors: [403, 404, 429],
  },

  loginWithPasskey: {
    summary: 'Second step of a sign-in, with a passkey; the ticket is single use and valid for five minutes',
    path: 'POST auth/login_with_passkey',
    access: 'public',
    scope: null,
    input: z.object({ ticket: ticketInput, response: authenticationResponse }),
    output: z.object({ success: z.literal(true), user: currentUser }),
    errors: [400, 401, 409, 429],
  },

  loginWithRecoveryCode: {
    summary: 'Second step of a sign-in, with a single-use recovery code',
    path: 'POST auth/login_with_recovery_code',
    access: 'public',
    scope: null,
    input: z.object({ ticket: ticketInput, code: credential(100, fieldsText.recoveryCodeRequired) }),
    output: z.object({ success: z.literal(true), user: currentUser }),
    errors: [400, 401, 403, 429],
  },

  logout: {
    summary: 'End this session on the server',
    path: 'POST auth/logout',
    access: 'public',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true) }),
  },

  checkUsername: {
    summary: 'Whether the caller may take a username; it may not be complete yet',
    path: 'POST auth/check_username',
    access: 'public',
    scope: null,
    input: z.object({ username: checkedName }),
    output: availability,
    errors: [400, 429],
  },

  checkEmail: {
    summary: 'Whether an e-mail address is nobody’s; it may not be complete yet',
    path: 'POST auth/check_email',
    access: 'public',
    scope: null,
    input: z.object({ email: checkedName }),
    output: availability,
    errors: [400, 429],
  },

  forgotPassword: {
    summary: 'Mail a link to choose a new password; an unknown address gets the same answer',
    path: 'POST auth/forgot_password',
    access: 'public',
    scope: null,
    input: z.object({ email: emailInput }),
    output: done,
    errors: [400, 429],
  },

  resetPassword: {
    summary: 'Choose a new password with the token of a mailed link; ends all sessions',
    path: 'POST auth/reset_password',
    access: 'public',
    scope: null,
    input: z.object({ token: credential(100, fieldsText.resetToken), password: newPasswordInput }),
    output: done,
    errors: [400, 429],
  },

  exportAccount: {
    summary: 'Export the viewer’s data as a zip of JSON and pictures; `url` works for ten minutes in this session',
    path: 'POST auth/export_account',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, password: credential(200, fieldsText.passwordRequired) }),
    output: z.object({ success: z.literal(true), message: z.string(), url: z.string() }),
    errors: [400, 403, 429],
  },

  deleteAccount: {
    summary: 'Delete the viewer’s account and everything that belongs to it, immediately and permanently',
    path: 'POST auth/delete_account',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, password: credential(200, fieldsText.passwordRequired) }),
    output: done,
    errors: [400, 403, 429],
  },

  getAccount: {
    summary: 'The viewer’s account, and whether its e-mail address is confirmed',
    path: 'GET auth/get_account',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), user: currentUser, email_status: emailStatus }),
  },

  getSessions: {
    summary:
      'The viewer’s sessions: the current one, then the others by last use. There are at most 50: a sign-in beyond ends the oldest',
    path: 'GET auth/get_sessions',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), sessions: z.array(session) }),
  },

  endSession: {
    summary: 'End one of the viewer’s sessions and its open pages',
    path: 'POST auth/end_session',
    access: 'viewer',
    scope: null,
    input: z.object({ session_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },

  endAllSessions: {
    summary: 'End all of the viewer’s sessions, including this one',
    path: 'POST auth/end_all_sessions',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: done,
    errors: [429],
  },

  changePassword: {
    summary: 'Change the password; ends all other sessions and renews this one’s token',
    path: 'POST auth/change_password',
    access: 'viewer',
    scope: null,
    input: z.object({ current_password: credential(200, fieldsText.passwordRequired), new_password: newPasswordInput }),
    output: done,
    errors: [400, 403, 429],
  },

  changeUsername: {
    summary: 'Change the username, once in 30 days; the old one stays reserved for the viewer for 90 days',
    path: 'POST user/change_username',
    access: 'viewer',
    scope: null,
    input: z.object({ username: newUsernameInput, password: credential(200, fieldsText.passwordRequired) }),
    output: done.extend({ user: currentUser }),
    errors: [400, 403, 409, 429],
  },

  changeEmail: {
    summary: 'Mail a link that confirms a new e-mail address; an address in use gets the same answer',
    path: 'POST auth/change_email',
    access: 'viewer',
    scope: null,
    input: z.object({ email: emailInput, password: credential(200, fieldsText.passwordRequired) }),
    output: done,
    errors: [400, 403, 429],
  },

  confirmEmail: {
    summary: 'Confirm the e-mail address, or change it, with the token of a mailed link; again is allowed',
    path: 'POST auth/confirm_email',
    access: 'public',
    scope: null,
    input: z.object({ token: credential(100, fieldsText.resetToken) }),
    output: done,
    errors: [400, 409, 429],
  },

  sendEmailConfirmation: {
    summary: 'Mail the link that confirms the viewer’s e-mail address once more, at most three times an hour',
    path: 'POST auth/send_email_confirmation',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: done,
    errors: [429],
  },
} as const satisfies Record<string, Endpoint>
