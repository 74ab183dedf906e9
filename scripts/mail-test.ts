import { emailInput } from '#contract/fields.ts'
import { readConfig } from '#server/platform/config.ts'
import { createMail } from '#server/platform/mail.ts'
import { operatorText } from '#server/platform/operator.text.ts'
import { Refused, refuseUsage } from './command.ts'

export const mailTestUsage = 'mail-test ADDRESS'

async function send(to: string): Promise<string> {
  const config = readConfig(process.env)
  if (config.smtpUrl === undefined)
    throw new Refused('admin: SMTP_URL is not set: e-mails are not sent, but written to files in DATA_DIR/outbox')
  await createMail(config).send({ to, ...operatorText.testEmail })
  return `the mail server has accepted an e-mail to ${to} from ${config.operatorEmail}`
}

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readMailTest([name, address, ...more]: string[]): (() => Promise<string>) | undefined {
  if (name !== 'mail-test') return undefined
  if (!address || more.length > 0) return refuseUsage(mailTestUsage)
  if (!emailInput.safeParse(address).success) throw new Refused(`admin: ${address} is no e-mail address`)
  return () => send(address)
}
