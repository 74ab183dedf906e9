import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { beforeAll, expect } from 'vitest'
import { findFreePort } from './free-port.ts'

type ReceivedEmail = { from: string; to: string; text: string }

/** A real SMTP server, which keeps its port while it is stopped. */
export type MailServer = {
  url: string
  emails: ReceivedEmail[]
  /** Waits until `count` e-mails to an address have arrived. @returns the newest. */
  waitForEmail: (address: string, count?: number) => Promise<ReceivedEmail>
  stop: () => Promise<void>
  restart: () => Promise<void>
}

/** Decodes the quoted-printable encoding of an e-mail. */
const decodeQuotedPrintable = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

async function listen(
  port: number,
  answer: (address: string) => number,
  onEmail: (email: ReceivedEmail) => void,
): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const responseCode = answer(address)
      done(responseCode === 250 ? null : Object.assign(new Error('not this recipient'), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.setEncoding('latin1').on('data', (chunk: string) => {
        raw += chunk
      })
      stream.on('end', () => {
        onEmail({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo[0]?.address ?? '',
          text: decodeQuotedPrintable(raw),
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return server
}

/** @param answer the server's code for a recipient: 250 accepts, 451 refuses for now, 550 for good. */
export async function startMailServer(answer: (address: string) => number = () => 250): Promise<MailServer> {
  const emails: ReceivedEmail[] = []
  const port = await findFreePort()
  const start = () => listen(port, answer, (email) => emails.push(email))
  let server = await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    async waitForEmail(address, count = 1) {
      const received = () => emails.filter(({ to }) => to === address)
      await expect.poll(() => received().length).toBe(count)
      return received().at(-1)!
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
    async restart() {
      server = await start()
    },
  }
}

/** Starts a mail server before the tests of a file and stops it after them. What this returns is filled before them. */
export function useMailServer(): MailServer {
  const mail = {} as MailServer
  beforeAll(async () => {
    Object.assign(mail, await startMailServer())
    return mail.stop
  })
  return mail
}
