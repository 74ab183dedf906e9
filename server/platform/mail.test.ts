import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createMail } from './mail.ts'

let smtp: Server | undefined
afterEach(() => void smtp?.close())

const letter = { to: 'chi@example.it', subject: 'Ciao', text: 'Una riga.' }
const mailTo = (port: number) => createMail(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, OPERATOR_EMAIL: 'posta@dintorni.example' }))

/** A mail server that takes one letter, or says no to it; just enough of RFC 5321. */
async function openSmtp(takes: boolean): Promise<{ port: number; received: () => string }> {
  let received = ''
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 prova\r\n')
    socket.on('data', (bytes) => {
      received += bytes.toString()
      if (inData) {
        if (!received.endsWith('\r\n.\r\n')) return
        inData = false
        socket.write('250 preso\r\n')
        return
      }
      const command = bytes.toString().slice(0, 4).toUpperCase()
      inData = command === 'DATA'
      socket.write(inData ? '354 avanti\r\n' : command === 'RCPT' && !takes ? '550 no\r\n' : command === 'QUIT' ? '221 ciao\r\n' : '250 bene\r\n')
    })
    socket.on('error', () => undefined)
  })
  smtp = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, received: () => received }
}

test('A letter reaches the mail server, from the operator', async () => {
  const { port, received } = await openSmtp(true)
  await mailTo(port).send(letter)
  expect(received()).toContain('MAIL FROM:<posta@dintorni.example>')
  expect(received()).toContain('RCPT TO:<chi@example.it>')
  expect(received()).toContain('Una riga.')
})

test.each([
  ['says no', async () => (await openSmtp(false)).port],
  ['is not there', async () => { const { port } = await openSmtp(true); smtp?.close(); return port }],
])('When the mail server %s, it is said without the address', async (_case, open) => {
  await expect(mailTo(await open()).send(letter)).rejects.toThrow(/^a letter was not taken: [A-Z]+$/)
})

test('The operator’s address is that of the server unless somebody says another', () => {
  expect(readConfig({ PUBLIC_URL: 'https://dintorni.example' }).operatorEmail).toBe('dintorni@dintorni.example')
})

test('Without a mail server letters wait in a folder, for a week', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-mail-'))
  const mail = createMail(readConfig({ DATA_DIR: dataDir }))
  const outbox = path.join(dataDir, 'outbox')
  await mail.sweep()
  for (const subject of ['vecchia', 'nuova']) await mail.send({ ...letter, subject })
  const [old = ''] = await readdir(outbox)
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  await utimes(path.join(outbox, old), eightDaysAgo, eightDaysAgo)
  await mail.sweep()
  const left = await readdir(outbox)
  expect(left).toHaveLength(1)
  expect(left).not.toContain(old)
  await rm(dataDir, { recursive: true })
})
