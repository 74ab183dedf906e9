import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { credential, emailInput, id, newPasswordInput, usernameInput } from './fields.ts'
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
  errors: [400, 401, 429],
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
