import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import type { Config } from '#server/platform/config.ts'
import type { Email } from '#server/platform/mail.ts'
import type { Account } from './auth.queries.ts'
import { isEmailTrusted } from './auth.rules.ts'

type OwnerMailContext = { trx: Database; jobs: AppContext['jobs']; config: Pick<Config, 'smtpUrl'> }

/**
 * Queues an e-mail to an account's owner. None goes to an address that nobody has confirmed: it may be a stranger's,
 * and the e-mail greets with a name that the account's holder chose.
 */
export async function mailOwner(
  { trx, jobs, config }: OwnerMailContext,
  account: Pick<Account, 'email' | 'email_confirmed'>,
  email: Pick<Email, 'subject' | 'text'>,
): Promise<void> {
  if (isEmailTrusted(account, config)) await jobs.add(trx, 'mail', { to: account.email, ...email })
}
