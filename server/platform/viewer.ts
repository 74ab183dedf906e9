/** Who is asking, as the session says. */
export type Viewer = {
  id: number
  /** Wants to hear of posts nearby: only then is it kept, coarsely, where they were last. */
  wantsNearby: boolean
}

/** Whose session a token is; null for none. */
export type FindViewer = (token: string) => Promise<Viewer | null>

/** The cookie that carries the session's token. */
export const sessionCookie = 'sid'
/** 30 days, in seconds: how long a session lives after its last use. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60

/** The token of a request, from the cookie or, for clients without cookies, from `Authorization: Bearer`. */
export function readSessionToken(
  cookies: Record<string, string | undefined>,
  authorization: string | undefined,
): string | undefined {
  return cookies[sessionCookie] || authorization?.match(/^Bearer (\S+)$/i)?.[1]
}

type Asking = { cookies: Record<string, string | undefined>; headers: { authorization?: string | undefined } }

/** Who sends a request; null for somebody who is not signed in. */
export async function findRequestViewer({ cookies, headers }: Asking, findViewer: FindViewer): Promise<Viewer | null> {
  const token = readSessionToken(cookies, headers.authorization)
  return token === undefined ? null : findViewer(token)
}
