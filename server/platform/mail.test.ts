import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '#server/testing/harness/mail-server.ts'
import { FinalFailure } from './final-failure.ts'
import { readConfig } from './config.ts'
import { createMail } from './mail.ts'

const email = { to: 'chi@example.it', subject: 'Ciao', text: 'Una riga.' }
const mailTo = (url: string) => createMail(readConfig({ SMTP_URL: url, OPERATOR_EMAIL: 'posta@dintorni.example' }))

test('An e-mail reaches the mail server, with the operator as its sender', async () => {
  const server = await startMailServer()
  await mailTo(server.url).send(email)
  expect(server.emails).toEqual([
    { from: 'posta@dintorni.example', to: 'chi@example.it', text: expect.stringContaining('Una riga.') },
  ])
  await server.stop()
})

test('An e-mail ends with the operator’s name and address, if there is a name, unless it goes to the operator', async () => {
  const server = await startMailServer()
  const named = { SMTP_URL: server.url, OPERATOR_EMAIL: 'posta@dintorni.example', OPERATOR_NAME: 'Circolo <Le Querce>' }
  const signature = '-- \r\nQuesto server di Dintorni è gestito da Circolo <Le Querce>\r\nposta@dintorni.example'
  await createMail(readConfig(named)).send(email)
  await createMail(readConfig(named)).send({ ...email, to: 'posta@dintorni.example' })
  await mailTo(server.url).send(email)
  const [signed, ...others] = server.emails.map(({ text }) => text.trimEnd())
  expect(signed?.endsWith(`Una riga.\r\n\r\n${signature}`)).toBe(true)
  expect(signed?.split('\r\n\r\n')[0]).not.toContain('Querce')
  expect(others.map((text) => text.endsWith('Una riga.'))).toEqual([true, true])
  await server.stop()
})

test('The error about a mail server that refuses or is down does not contain the address', async () => {
  const server = await startMailServer(() => 550)
  await expect(mailTo(server.url).send(email)).rejects.toThrow(
    /^the mail server of SMTP_URL has not taken an e-mail: EENVELOPE 550$/,
  )
  await server.stop()
  await expect(mailTo(server.url).send(email)).rejects.toThrow(
    /^the mail server of SMTP_URL has not taken an e-mail: ESOCKET ECONNREFUSED$/,
  )
})

test('A recipient is refused for good with a 5xx alone', async () => {
  let answer = 550
  const server = await startMailServer(() => answer)
  await expect(mailTo(server.url).send(email)).rejects.toBeInstanceOf(FinalFailure)
  answer = 451
  await expect(mailTo(server.url).send(email)).rejects.not.toBeInstanceOf(FinalFailure)
  await server.stop()
})

test('No program answers an e-mail that the server has written by itself', async () => {
  const server = await startMailServer()
  await mailTo(server.url).send(email)
  expect(server.emails[0]?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  await server.stop()
})

test('The operator’s address defaults to the host of the server', () => {
  expect(readConfig({ PUBLIC_URL: 'https://dintorni.example' }).operatorEmail).toBe('dintorni@dintorni.example')
})

test('Without a mail server, e-mails are kept in a folder for a week', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-mail-'))
  const mail = createMail(readConfig({ DATA_DIR: dataDir }))
  const outbox = path.join(dataDir, 'outbox')
  await mail.sweep()
  for (const subject of ['vecchia', 'nuova']) await mail.send({ ...email, subject })
  const [old = ''] = await readdir(outbox)
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  await utimes(path.join(outbox, old), eightDaysAgo, eightDaysAgo)
  await mail.sweep()
  const remaining = await readdir(outbox)
  expect(remaining).toHaveLength(1)
  expect(remaining).not.toContain(old)
  await rm(dataDir, { recursive: true })
})
