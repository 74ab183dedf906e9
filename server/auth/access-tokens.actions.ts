import { randomBytes } from 'node:crypto'
import type { Parsed } from '#contract/calls.ts'
import { accessTokensLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { accessTokenPrefix } from '#server/platform/viewer.ts'
import {
  type AccessTokenRow,
  deleteAccessToken as deleteRow,
  findAccessTokens,
  insertAccessToken,
} from './access-tokens.queries.ts'
import { hashToken } from './auth.actions.ts'
import { mailOwner } from './owner-mail.actions.ts'
import { confirmPassword, lockConfirmed, type SecurityMailContext } from './passwords.actions.ts'
import { securityText } from './security.text.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates a personal access token and mails the owner.
 * @returns the token, of which only the SHA-256 is stored. Throws a Refusal 403 (password), 409 (too many), or 401 when
 * the account has been suspended meanwhile: that ends all tokens.
 */
export async function createAccessToken(
  { db, jobs, config }: SecurityMailContext,
  { userId, name, scopes, days, password }: Parsed<'createAccessToken'> & { userId: number },
): Promise<{ token: string; row: AccessTokenRow }> {
  const confirmed = await confirmPassword(db, userId, password)
  const token = accessTokenPrefix + randomBytes(32).toString('base64url')
  const row = await inTransaction(db, async (trx) => {
    const account = await lockConfirmed(trx, confirmed)
    if ((await findAccessTokens(trx, userId)).length >= accessTokensLimit)
      throw new Refusal(409, securityText.tokensFull)
    const inserted = await insertAccessToken(trx, account, {
      token_sha256: hashToken(token),
      name,
      scopes: [...new Set(scopes)],
      expires_at: new Date(Date.now() + days * dayMs),
    })
    if (!inserted) throw new Refusal(401, platformText.notSignedIn)
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.tokenCreatedSubject,
      text: securityText.tokenCreatedBody(account.username, config.publicUrl),
    })
    return inserted
  })
  return { token, row }
}

/** Throws a Refusal 404. */
export async function deleteAccessToken(db: Database, userId: number, id: number): Promise<void> {
  if (!(await deleteRow(db, userId, id))) throw notFound()
}
