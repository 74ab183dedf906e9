import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { actingUserId, credential, done, emailInput, id, newPasswordInput, usernameInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'

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

export const register = endpoint({
  summary: 'Create an account and sign in',
  access: 'public',
  input: z.object({ username: usernameInput, email: emailInput, password: newPasswordInput }),
  output: z.object({ success: z.literal(true), message: z.string(), user: currentUser }),
  errors: [400, 409, 429],
})

export const login = endpoint({
  summary: 'Sign in; the session is the cookie `sid`, whose value also serves as Bearer token',
  access: 'public',
  input: z.object({
    email: credential(254, fieldsText.emailRequired).trim(),
    password: credential(200, fieldsText.passwordRequired),
  }),
  output: z.object({ success: z.literal(true), user: currentUser }),
  errors: [400, 401, 403, 429],
})

export const logout = endpoint({
  summary: 'End this session on the server',
  access: 'public',
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
})

const availability = z.object({ available: z.boolean() })

export const checkUsername = endpoint({
  summary: 'Whether a username is free',
  access: 'public',
  input: z.object({ username: usernameInput }),
  output: availability,
  errors: [400, 429],
})

export const checkEmail = endpoint({
  summary: 'Whether an e-mail address is free',
  access: 'public',
  input: z.object({ email: emailInput }),
  output: availability,
  errors: [400, 429],
})

export const forgotPassword = endpoint({
  summary: 'Mail a link to choose a new password; the answer is the same for an unknown address',
  access: 'public',
  input: z.object({ email: emailInput }),
  output: done,
  errors: [400, 429],
})

export const resetPassword = endpoint({
  summary: 'Choose a new password with the token of a mailed link; all sessions end',
  access: 'public',
  input: z.object({ token: credential(100, fieldsText.resetToken), password: newPasswordInput }),
  output: done,
  errors: [400, 429],
})

export const exportAccount = endpoint({
  summary: 'Offer all that is one’s own as a zip of JSON and pictures; `url` gives it for ten minutes, in the same person’s session',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, password: credential(200, fieldsText.passwordRequired) }),
  output: z.object({ success: z.literal(true), message: z.string(), url: z.string() }),
  errors: [400, 403, 429],
})

export const deleteAccount = endpoint({
  summary: 'Delete one’s account, with everything that is one’s own, at once and for good',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, password: credential(200, fieldsText.passwordRequired) }),
  output: done,
  errors: [400, 403, 429],
})
