import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { credential, done, id, idInput, timestamp, writtenLine } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { tokenNameLimit } from './limits.ts'
import { tokenLifetimesDays, tokenScopes } from './token-scopes.ts'

const scope = z.enum(tokenScopes)

const accessToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(scope),
  created_at: timestamp,
  expires_at: timestamp,
  /** A date, `2026-11-21`; null if never. */
  last_used_on: z.string().nullable(),
})
export type AccessToken = z.output<typeof accessToken>

/** One or several; a form sends a single one as text. */
const scopesInput = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(scope).min(1, { error: fieldsText.tokenScopes }).max(tokenScopes.length),
)

export const accessTokensCalls = {
  getAccessTokens: {
    summary: 'The viewer’s personal access tokens, newest first, at most 20; the tokens themselves are not stored',
    path: 'GET auth/get_access_tokens',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), tokens: z.array(accessToken) }),
  },

  createAccessToken: {
    summary: 'Create a personal access token; this reply is the only place that shows it',
    path: 'POST auth/create_access_token',
    access: 'viewer',
    scope: null,
    input: z.object({
      name: writtenLine(tokenNameLimit, fieldsText.tokenNameRequired, fieldsText.tokenNameLength),
      scopes: scopesInput,
      days: z.coerce.number<number>().pipe(z.literal([...tokenLifetimesDays])),
      password: credential(200, fieldsText.passwordRequired),
    }),
    output: z.object({ success: z.literal(true), token: z.string(), access_token: accessToken }),
    errors: [400, 403, 409, 429],
  },

  deleteAccessToken: {
    summary: 'Revoke a personal access token, immediately',
    path: 'POST auth/delete_access_token',
    access: 'viewer',
    scope: null,
    input: z.object({ token_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
