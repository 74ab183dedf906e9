import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Starts an SMTP server that writes e-mails to the folder that a server without SMTP uses. */
export async function startMailServer(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const outbox = path.join(dataDir, 'outbox')
  await mkdir(outbox, { recursive: true })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, _session, done) => {
      const email = await text(stream)
      await writeFile(path.join(outbox, `${randomUUID()}.eml`), email.replaceAll('\r\n', '\n'))
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}
