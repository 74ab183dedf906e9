/** Who is asking, as the session says. */
export type Viewer = {
  id: number
  /** Wants to hear of posts nearby: only then is it kept, coarsely, where they were last. */
  wantsNearby: boolean
}

/** The cookie that carries the session's token. */
export const sessionCookie = 'sid'
/** 30 days, in seconds: how long a session lives after its last use. */
export const sessionLifetime = 30 * 24 * 60 * 60

/** The token of a request, from the cookie or, for clients without cookies, from `Authorization: Bearer`. */
export function tokenOf(cookies: Record<string, string | undefined>, authorization: string | undefined): string | undefined {
  return cookies[sessionCookie] || authorization?.match(/^Bearer (\S+)$/i)?.[1]
}
