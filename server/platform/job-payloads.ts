import type { NotificationKind } from '#contract/notifications.ts'
import type { Email } from './mail.ts'

// The base layer depends on features here, by type only: one list of all jobs is simpler than a registry that each
// feature adds its own to.

/** A notification that is not about a post. */
type OtherTrigger =
  | { kind: 'comment_like' | 'comment_reply'; comment: number }
  | { kind: 'story_like'; story: number }
  | { kind: 'follow' }
  | { kind: 'follow_request' | 'follow_accepted'; actor: number }
  | { kind: 'welcome' }
  | { kind: 'removed'; moderation: number }

/** The subject of a notification; the feature `notifications` decides whether and how a user is notified. */
export type NotificationTrigger = OtherTrigger | { kind: Exclude<NotificationKind, OtherTrigger['kind']>; post: number }

/** Users are not notified of what they did themselves (`actorId`). */
type NotificationRequest = { recipientId: number; actorId?: number; trigger: NotificationTrigger }

/**
 * Work that a call leaves to be done after its transaction, by kind. Ids are those of rows. A literal inside `map` is
 * not checked for unknown fields: declare its type.
 */
export type JobPayloads = {
  /** Notifies a user, and sends the new counters of a post to the pages that show it. */
  activity: { post?: number; notify?: NotificationRequest | undefined }
  /** Notifies the next part of the audience of a new post or event: followers or users with ids above `after`. */
  fanOut: { post: number; audience: 'followers' | 'nearby'; after: number } | { event: number; after: number }
  /** Sends a message, its deletion for both or a reaction to it, to the open pages of both users. */
  message: { from: number; to: number; number: number; isDeleted?: true; isReaction?: true }
  /** Sends a push notification about a notification to the browser of one session. */
  push: { user: number; session: number; notification: number }
  /** Sends a push notification about a message to the browser of one session. */
  pushMessage: { user: number; session: number; from: number; number: number }
  mail: Email
  passwordReset: { email: string }
  /** Sends the confirmation of a new e-mail address. */
  emailChange: { user: number; email: string }
  /** Sends the link that confirms an account's address. */
  emailConfirmation: { user: number }
  /** Counts the posts that the map shows. */
  countMap: Record<string, never>
  expireStories: Record<string, never>
  housekeeping: Record<string, never>
  /** Takes the figures of this hour for the administrators. */
  recordFigures: Record<string, never>
  /** Plans or fetches streets for the map if an administrator has asked for it. */
  fetchStreets: Record<string, never>
  /** Begins a backup if one is due. */
  startBackup: Record<string, never>
}
export type JobName = keyof JobPayloads
