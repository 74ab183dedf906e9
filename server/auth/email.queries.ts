import { statement } from '#server/database/statement.ts'

type EmailChange = { user_id: number; email: string; token_sha256: Buffer; expires_at: Date }

/** Replaces a link mailed before. */
export const upsertEmailChange = statement<never, EmailChange>(
  `
  INSERT INTO email_changes (user_id, email, token_sha256, expires_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id) DO UPDATE
    SET email = excluded.email, token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at`,
  ['user_id', 'email', 'token_sha256', 'expires_at'],
)

/** Gives a change that waits its link. @returns whether it still waits. */
export const updateEmailChange = statement<{ user_id: number }, EmailChange>(
  `
  UPDATE email_changes SET token_sha256 = $3, expires_at = $4 WHERE user_id = $1 AND email = $2 RETURNING user_id`,
  ['user_id', 'email', 'token_sha256', 'expires_at'],
).any

/** Finds the address change of a valid link. */
export const findEmailChange = statement<{ user_id: number; email: string }, [token_sha256: Buffer]>(
  'SELECT user_id, email FROM email_changes WHERE token_sha256 = $1 AND expires_at > now()',
).first

/** Changes the address to one that was just confirmed. */
export const updateEmail = statement<never, [id: number, email: string]>(
  'UPDATE users SET email = $2, email_confirmed = true WHERE id = $1',
)

export const updateEmailConfirmed = statement<never, [id: number]>(
  'UPDATE users SET email_confirmed = true WHERE id = $1',
)
