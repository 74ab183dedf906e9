/** The user whose session a request carries. */
export type Viewer = {
  id: number
  /** What belongs to this session ends with it. */
  sessionId: number
}

/** Returns the user of a session token; null when it is not valid. */
export type FindViewer = (token: string) => Promise<Viewer | null>

/** The cookie with the session token. */
export const sessionCookie = 'sid'
/** A session ends 30 days after its last use. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60

/** The cookie of a browser that has signed in before. */
export const deviceCookie = 'known_device'
/** A device is forgotten a year after its last sign-in. */
export const deviceLifetimeSeconds = 365 * 24 * 60 * 60
/** Whether a browser has signed in to the account with this e-mail address before. */
export type IsKnownDevice = (token: string, email: string) => Promise<boolean>

/** Returns the session token of a request: from the cookie, or from `Authorization: Bearer` for other clients. */
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

/** Returns the user who sends a request; null when not signed in. */
export async function findRequestViewer(
  { cookies, headers }: RequestCredentials,
  findViewer: FindViewer,
): Promise<Viewer | null> {
  const token = readSessionToken(cookies, headers.authorization)
  return token === undefined ? null : findViewer(token)
}
