import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'

export type Email = { to: string; subject: string; text: string; replyTo?: string }

export type Mail = {
  /** Hands a letter over. Throws when nobody takes it within 20 seconds. */
  send: (letter: Email) => Promise<void>
  /** Deletes letters that nobody took from the outbox within a week: they hold addresses. */
  sweep: () => Promise<void>
}

/** Milliseconds. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Mail by SMTP where there is a server for it; otherwise letters become files in `DATA_DIR/outbox`. */
export function createMail({ smtpUrl, operatorEmail, dataDir }: Config): Mail {
  const outbox = path.join(dataDir, 'outbox')
  const deliver = smtpUrl ? bySmtp(smtpUrl) : toOutbox(outbox)
  return {
    sweep: () => sweepOutbox(outbox),
    async send(letter) {
      try {
        await deliver({ from: { name: 'Dintorni', address: operatorEmail }, ...letter })
      } catch (error) {
        throw withoutAddress(error as { code?: string })
      }
    },
  }
}

/** A mail server's own words may name the address: its code is enough. */
const withoutAddress = ({ code = 'no reason given' }: { code?: string }) => new Error(`a letter was not taken: ${code}`)

/** Milliseconds that a letter waits in the outbox. */
const letterAge = 7 * 24 * 60 * 60 * 1000

async function sweepOutbox(folder: string): Promise<void> {
  const letters = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith('.eml'))
    .map((file) => path.join(folder, file))
  for (const letter of letters) {
    const { mtimeMs } = await stat(letter)
    if (Date.now() - mtimeMs > letterAge) await rm(letter, { force: true })
  }
}

type Sent = Email & { from: { name: string; address: string } }

function bySmtp(url: string): (letter: Sent) => Promise<void> {
  const transport = createTransport({ url, ...timeouts })
  return async (letter) => void (await transport.sendMail(letter))
}

function toOutbox(folder: string): (letter: Sent) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (letter) => {
    const { message, messageId } = await transport.sendMail(letter)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path.join(folder, `${Date.now()}-${messageId.replace(/[^\w-]/g, '')}.eml`), message as Buffer, {
      mode: 0o600,
    })
  }
}
