import { expect, test } from 'vitest'
import { runAdminCommand } from '#server/testing/harness/admin-command.ts'
import { startMailServer } from '#server/testing/harness/mail-server.ts'

test('The operator sends a test, and reads what the mail server answers', async () => {
  const answers: Record<string, number> = { 'nobody@example.it': 550 }
  const server = await startMailServer((address) => answers[address] ?? 250)
  const environment = { SMTP_URL: server.url, OPERATOR_EMAIL: 'posta@dintorni.example' }
  const send = (address: string, more = {}) => runAdminCommand(['mail-test', address], { ...environment, ...more })
  expect(await send('chi@example.it')).toEqual({
    code: 0,
    out: 'the mail server has accepted an e-mail to chi@example.it from posta@dintorni.example\n',
    err: '',
  })
  expect(server.emails).toMatchObject([{ to: 'chi@example.it', from: 'posta@dintorni.example' }])
  const refused = (line: string) => ({ code: 1, out: '', err: `admin: ${line}\n` })
  expect(await send('nobody@example.it')).toEqual(
    refused('the mail server of SMTP_URL has not taken an e-mail: EENVELOPE 550'),
  )
  expect(await send('chi@example.it', { SMTP_URL: '' })).toEqual(
    refused('SMTP_URL is not set: e-mails are not sent, but written to files in DATA_DIR/outbox'),
  )
  await server.stop()
})
