import { accessibleProfileSql, notBlockedSql, userJoinSql } from '#server/users/users.queries.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'

/** A person who is confirmed in a post. */
export type ConfirmedPerson = { id: number; username: string; picture: string | null }

/** People named on the card of a post; the list has the others. */
const namedPeople = 3

/**
 * Whether viewer `$1` may see that user `u` is confirmed in post `p`. Only followers see that of a private account, as
 * in its list of posts in which it is confirmed.
 */
export const visibleConfirmationSql = `(${notBlockedSql} AND (
    p.author_id = $1 OR u.id = $1 OR ${accessibleProfileSql}))`

/**
 * SQL of the newest confirmed people of post `p` that viewer `$1` may see, as JSON; null where there are none. A post
 * without confirmations costs no lookup.
 */
export const confirmedPeopleSql = `CASE WHEN p.spotted_count > 0 AND $1 <> ${anonymousViewerId} THEN (
      SELECT json_agg(person) FROM (
        SELECT u.id, u.username, m.name AS picture FROM spotted_requests s ${userJoinSql('s.requester_id')}
        WHERE s.post_id = p.id AND s.status = 'confirmed' AND ${visibleConfirmationSql}
        ORDER BY s.id DESC LIMIT ${namedPeople}
      ) person) END`
