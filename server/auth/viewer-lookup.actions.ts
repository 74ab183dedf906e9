import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  type FindViewer,
  isAccessToken,
  type NeededScope,
  noSessionId,
  sessionLifetimeSeconds,
  type Viewer,
} from '#server/platform/viewer.ts'
import { findTokenOwner, updateLastUse } from './access-tokens.queries.ts'
import { hashToken } from './auth.actions.ts'
import { findSessionsOf, updateSessionExpiry } from './auth.queries.ts'

/** A session's expiry is extended at most once in this time, so that reads do not write. */
const expiryStepSeconds = 24 * 60 * 60

/** Sessions that one statement looks up. */
const maxSessionsPerStatement = 64

/** Looks sessions up, merging concurrent look-ups, and extends their expiry to 30 days from now; and access tokens. */
export function createViewerLookup(db: Database): FindViewer {
  const findSession = createBatcher(maxSessionsPerStatement, (tokens: Buffer[]) => findSessionsOf(db, tokens))
  return async (token, needed) => {
    if (isAccessToken(token)) return findTokenViewer(db, token, needed)
    const key = hashToken(token)
    const session = await findSession(key)
    if (!session) return null
    const extended = new Date(Date.now() + sessionLifetimeSeconds * 1000)
    if (extended.getTime() - session.expires_at.getTime() > expiryStepSeconds * 1000)
      await updateSessionExpiry(db, key, extended)
    return { id: session.user_id, sessionId: session.session_id }
  }
}

/** Looks up whose token this is. Null if it is not valid. Throws a Refusal 403 if it does not allow this. */
async function findTokenViewer(db: Database, token: string, needed: NeededScope): Promise<Viewer | null> {
  const owner = await findTokenOwner(db, hashToken(token))
  if (!owner) return null
  if (![needed ?? []].flat().some((scope) => owner.scopes.includes(scope)))
    throw new Refusal(403, platformText.notAllowedByToken)
  if (!owner.used_today) await updateLastUse(db, owner.id)
  return { id: owner.user_id, sessionId: noSessionId }
}
