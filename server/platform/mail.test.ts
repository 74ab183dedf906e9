import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '#server/testing/harness/mail-server.ts'
import { readConfig } from './config.ts'
import { createMail } from './mail.ts'

const letter = { to: 'chi@example.it', subject: 'Ciao', text: 'Una riga.' }
const mailTo = (url: string) => createMail(readConfig({ SMTP_URL: url, OPERATOR_EMAIL: 'posta@dintorni.example' }))

test('A letter reaches the mail server, from the operator', async () => {
  const server = await startMailServer()
  await mailTo(server.url).send(letter)
  expect(server.emails).toEqual([
    { from: 'posta@dintorni.example', to: 'chi@example.it', text: expect.stringContaining('Una riga.') },
  ])
  await server.stop()
})

test('When the mail server says no, or is not there, it is said without the address', async () => {
  const server = await startMailServer(() => false)
  await expect(mailTo(server.url).send(letter)).rejects.toThrow(/^a letter was not taken: EENVELOPE$/)
  await server.stop()
  await expect(mailTo(server.url).send(letter)).rejects.toThrow(/^a letter was not taken: ESOCKET$/)
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
