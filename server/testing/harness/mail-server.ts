import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

export type Received = { from: string; to: string; text: string }

/** A real mail server, on a port that stays its own while it is away. */
export type MailServer = {
  url: string
  letters: Received[]
  /** Waits for so many letters to an address. @returns the newest. */
  letterTo: (address: string, count?: number) => Promise<Received>
  goesAway: () => Promise<void>
  comesBack: () => Promise<void>
}

/** @param takes whom it takes letters for. */
export async function openMailServer(takes: (address: string) => boolean = () => true): Promise<MailServer> {
  const letters: Received[] = []
  const open = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, done) =>
        done(takes(address) ? null : Object.assign(new Error('nobody here'), { responseCode: 550 })),
      onData(stream, { envelope }, done) {
        let raw = ''
        stream.setEncoding('latin1').on('data', (chunk: string) => {
          raw += chunk
        })
        stream.on('end', () => {
          letters.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo[0]?.address ?? '',
            text: plain(raw),
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
  let server = await open(0)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async letterTo(address, count = 1) {
      const theirs = () => letters.filter(({ to }) => to === address)
      await expect.poll(() => theirs().length, { timeout: 20_000 }).toBe(count)
      return theirs().at(-1)!
    },
    goesAway: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
    async comesBack() {
      server = await open(port)
    },
  }
}

/** The letter as it is read: without the folding of long lines (quoted-printable). */
const plain = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
