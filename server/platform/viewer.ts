import type { TokenScope } from '#contract/token-scopes.ts'
import type { Config } from './config.ts'

/** The user whose session or personal access token a request carries. */
export type Viewer = {
  id: number
  /** Data of this session is deleted with it. `noSessionId` with a personal access token. */
  sessionId: number
}

/** The viewer id of requests without a session. No user has it. */
export const anonymousViewerId = 0

/** No session has it. What belongs to a session needs one (contract/endpoint.ts). */
export const noSessionId = 0

/** Personal access tokens begin with it, so that people and scanners for secrets recognise them. */
export const accessTokenPrefix = 'dintorni_'
export const isAccessToken = (token: string): boolean => token.startsWith(accessTokenPrefix)

/** What an access token needs: one of these scopes. Null: only a session will do. */
export type NeededScope = TokenScope | readonly TokenScope[] | null

/**
 * Returns the user of a session token, or of a personal access token with the scope; null when it is not valid.
 * Throws a Refusal 403 for an access token without the scope.
 */
export type FindViewer = (token: string, needed: NeededScope) => Promise<Viewer | null>

/** The cookie with the session token. */
export const sessionCookie = 'sid'
/** Its name in the browser. Over https it has the prefix of cookies that no other host of the domain can set. */
export const browserSessionCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.protocol === 'https:' ? `__Host-${sessionCookie}` : sessionCookie
/** A session ends 30 days after its last use. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60

/** The cookie of a browser that has signed in before. */
export const deviceCookie = 'known_device'
/** A known device is deleted a year after its last sign-in. */
export const deviceLifetimeSeconds = 365 * 24 * 60 * 60
/** Whether a browser has signed in to the account with this e-mail address before. */
export type IsKnownDevice = (token: string, email: string) => Promise<boolean>

/** Returns the token of a request: a session's from the cookie, or any from `Authorization: Bearer`. */
export function readSessionToken(
  cookies: Record<string, string | undefined>,
  authorization: string | undefined,
): string | undefined {
  return cookies[sessionCookie] || authorization?.match(/^Bearer (\S+)$/i)?.[1]
}

type RequestCredentials = {
  cookies: Record<string, string | undefined>
  headers: { authorization?: string | undefined }
}

/** Returns the user who sends a request; null when not signed in. Throws as `FindViewer`. */
export async function findRequestViewer(
  { cookies, headers }: RequestCredentials,
  findViewer: FindViewer,
  needed: NeededScope,
): Promise<Viewer | null> {
  const token = readSessionToken(cookies, headers.authorization)
  return token === undefined ? null : findViewer(token, needed)
}
