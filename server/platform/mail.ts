import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorName } from 'node:util'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { FinalFailure } from './final-failure.ts'
import { operatorText } from './operator.text.ts'

export type Email = { to: string; subject: string; text: string; replyTo?: string }

export type Mail = {
  /**
   * Sends an e-mail. Throws when the server does not accept it within 20 seconds: a FinalFailure when it refuses the
   * recipient for good.
   */
  send: (email: Email) => Promise<void>
  /** Deletes e-mails that have been in the outbox for a week: they contain addresses. */
  sweep: () => Promise<void>
}

/** Milliseconds, as nodemailer takes them. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Sends e-mails by SMTP, or writes them to files in `DATA_DIR/outbox` when no server is configured. Each names the
 * operator at its end, unless it goes to the operator.
 */
export function createMail({ smtpUrl, operatorEmail, operatorName, serverName, dataDir }: Config): Mail {
  const outbox = path.join(dataDir, 'outbox')
  const signature = operatorText.signature({ operatorName, operatorEmail })
  const deliver = smtpUrl ? bySmtp(smtpUrl) : toOutbox(outbox)
  return {
    sweep: () => sweepOutbox(outbox),
    async send(email) {
      try {
        const text = email.to === operatorEmail ? email.text : `${email.text}${signature}`
        await deliver({ ...email, text, from: { name: serverName, address: operatorEmail }, headers })
      } catch (error) {
        throw withoutAddress(error as MailError)
      }
    },
  }
}

/** Nobody on holiday answers such an e-mail. */
const headers = { 'Auto-Submitted': 'auto-generated' }

/** As nodemailer throws it. `responseCode`: the number in the server's answer. `errno`: of the connection. */
type MailError = { code?: string; responseCode?: number; command?: string; errno?: unknown }

/**
 * The server's message may contain the address: only its codes are kept. A server that refuses a recipient with a 5xx
 * would refuse it again, and providers block those who insist.
 */
function withoutAddress({ code = 'no reason given', responseCode, command, errno }: MailError): Error {
  const detail = responseCode ?? (typeof errno === 'number' && errno < 0 ? getSystemErrorName(errno) : undefined)
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  const Failure = isFinal ? FinalFailure : Error
  return new Failure(
    `the mail server of SMTP_URL has not taken an e-mail: ${code}${detail === undefined ? '' : ` ${detail}`}`,
  )
}

const maxOutboxAgeMs = 7 * 24 * 60 * 60 * 1000

async function sweepOutbox(folder: string): Promise<void> {
  const files = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith('.eml'))
    .map((file) => path.join(folder, file))
  for (const file of files) {
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > maxOutboxAgeMs) await rm(file, { force: true })
  }
}

type OutgoingEmail = Email & { from: { name: string; address: string }; headers: Record<string, string> }

function bySmtp(url: string): (email: OutgoingEmail) => Promise<void> {
  const transport = createTransport({ url, ...timeouts })
  return async (email) => void (await transport.sendMail(email))
}

function toOutbox(folder: string): (email: OutgoingEmail) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (email) => {
    const { message, messageId } = await transport.sendMail(email)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path.join(folder, `${Date.now()}-${messageId.replace(/[^\w-]/g, '')}.eml`), message as Buffer, {
      mode: 0o600,
    })
  }
}
