import type { ShownAccount } from '#contract/account-help.ts'
import type { EmailStatus, Session } from '#contract/auth.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { Config } from '#server/platform/config.ts'
import { sessionLifetimeSeconds } from '#server/platform/viewer.ts'
import type { ShownAccountRow } from './account-help.queries.ts'
import type { AccessTokenRow } from './access-tokens.queries.ts'
import type { Account } from './auth.queries.ts'
import { isEmailTrusted } from './auth.rules.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { securityText } from './security.text.ts'
import type { SessionRow } from './sessions.queries.ts'

/** The name of a session's device. */
export const viewDevice = (device: string | null): string => device ?? securityText.unknownDevice

/** The day of last use follows from the expiry, which is extended at most once a day. */
export function viewSession({ id, device, created_at, expires_at, current }: SessionRow): Session {
  const lastUse = new Date(expires_at.getTime() - sessionLifetimeSeconds * 1000)
  return {
    id,
    device: viewDevice(device),
    created_at: created_at.toISOString(),
    last_used_on: lastUse.toISOString().slice(0, 10),
    current,
  }
}

export const viewPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

export const viewAccessToken = ({ id, name, scopes, created_at, expires_at, last_used_on }: AccessTokenRow) => ({
  id,
  name,
  scopes,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  last_used_on: last_used_on?.toISOString().slice(0, 10) ?? null,
})

/** `unneeded` where the server sends no e-mail, so that nobody can confirm an address. */
export function viewEmailStatus(account: Account, config: Pick<Config, 'smtpUrl'>): EmailStatus {
  if (account.email_confirmed) return 'confirmed'
  return isEmailTrusted(account, config) ? 'unneeded' : 'unconfirmed'
}

export const viewShownAccount = (
  { email_confirmed: is_email_confirmed, created_at: _createdAt, ...account }: ShownAccountRow,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
): ShownAccount => ({ ...account, is_email_confirmed, server_mails: smtpUrl !== undefined })
