import { activeUserSql, notBlockedSql, notMutedSql } from '#server/users/users.queries.ts'
import { notificationKinds } from './notification-kinds.queries.ts'

// Aliases: `n` is the notification, `$1` its recipient. Actors have the columns `actor_id` and `action_id`.

/** Most people have no blocks: evaluated once, this saves the lookup for each actor. */
const hasBlocksSql = `(EXISTS (SELECT 1 FROM blocks WHERE blocker_id = $1)
    OR EXISTS (SELECT 1 FROM blocks WHERE blocked_id = $1))`

/** Condition over an actor `u`: not the recipient, and not suspended, blocked or muted. */
const isShownSql = `u.id <> n.user_id AND ${activeUserSql} AND (NOT ${hasBlocksSql} OR ${notBlockedSql})
    AND ${notMutedSql('u.id')}`

/**
 * A table `a` of the newest actors of the notification whom the recipient may see. Only the branch of its kind is read.
 * Users are joined row by row (LIMIT): the planner would read them all.
 */
export const visibleActorsSql = (limit: number) => {
  const sources = Object.entries(notificationKinds).flatMap(([kind, { actors }]) =>
    actors.map((source) => ({ kind, ...source })),
  )
  const branches = sources.map(
    ({ kind, actorId, actionId, from }) => `(SELECT done.actor_id, done.action_id
      FROM (SELECT ${actorId} AS actor_id, ${actionId} AS action_id FROM ${from} AND n.kind = '${kind}') done
        CROSS JOIN LATERAL (SELECT id, suspended_at FROM users WHERE id = done.actor_id LIMIT 1) u
      WHERE ${isShownSql} ORDER BY done.action_id DESC LIMIT ${limit})`,
  )
  return `(${branches.join('\n    UNION ALL ')}) a`
}
