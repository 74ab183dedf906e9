/**
 * Tables that a backup does not contain, each with the reason. Tables of past versions are among them only if a backup
 * could still meet them.
 */
export const leftOutTables = {
  user_cells: 'where somebody is, about: no longer than 24 hours, and in no file',
  rate_limits: 'networks and addresses of people, for minutes',
  picture_writes: 'files of the place that is backed up, which a restored server does not have',
  backups: 'what happened where the backup was taken',
  backup_requests: 'what somebody asked for where the backup was taken',
  map_streets_fetch: 'what a server does, into a file that no backup contains',
  password_resets: 'a link that works once: it would work again',
  email_changes: 'a link that works once: it would work again',
  passkey_tickets: 'proves a password for five minutes',
  export_links: 'opens all data of a person for an hour',
} as const

/**
 * Sessions and access tokens that a restore ends, with what belongs to them: one that was ended after the backup, by
 * signing out, a new password or a suspension, would be open again.
 */
export const sessionTables: readonly string[] = ['sessions', 'push_subscriptions', 'access_tokens']

/** Jobs whose work is in the database. Others have sent, or will not be missed: mail and pushes must not go out twice. */
export const keptJobs = ['activity', 'fanOut', 'message'] as const
