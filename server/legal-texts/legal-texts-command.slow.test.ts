import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { runAdminCommand } from '#server/testing/harness/admin-command.ts'

const app = useTestApp()
/** An administrator. */
const [ada] = useUsers(app, 'ada')
beforeAll(async () => {
  await ada.makeAdministrator()
})

const admin = (...args: string[]) =>
  runAdminCommand(args, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, OPERATOR_NAME: 'Anna' })
const read = async (kind: LegalTextKind) => (await app.createVisitor().callOk('getLegalText', { kind })).text

test('The operator’s command shows the text in force, publishes a file, and shows each version', async () => {
  expect((await admin('legal-text', 'terms', 'show')).out).toContain('te lo offre Anna (')
  const file = path.join(app.dataDir, 'termini.md')
  // As Windows' Notepad writes it.
  await writeFile(file, Buffer.from('Perché sì, dalla riga di comando.\n', 'latin1'))
  expect(await admin('legal-text', 'terms', 'publish', file)).toEqual({
    code: 0,
    out: 'Version 1 of terms is in force\n',
    err: '',
  })
  await ada.callOk('publishLegalText', { kind: 'terms', body: 'Dopo.', expected_version: 1 })
  expect((await admin('legal-text', 'terms', 'show', '1')).out).toBe('Perché sì, dalla riga di comando.\n')
  expect((await admin('legal-text', 'terms', 'show')).out).toBe('Dopo.\n')
  const entries = (await ada.callOk('getModerationLog', { limit: 2 })).entries
  expect(entries[1]).toMatchObject({ action: 'publish_text', by_operator: true, note: 'Termini, versione 1' })
})

test('The operator’s command refuses a wrong text, a missing file and an unknown version in one line', async () => {
  const file = path.join(app.dataDir, 'sbagliato.md')
  await writeFile(file, '[x](javascript:1)')
  expect((await admin('legal-text', 'privacy', 'publish', file)).err).toMatch(/^admin: .*javascript:1.*\n$/)
  await writeFile(file, 'a'.repeat(30_001))
  expect((await admin('legal-text', 'privacy', 'publish', file)).err).toMatch(/^admin: .*30\.000.*\n$/)
  expect((await admin('legal-text', 'privacy', 'publish', `${file}.none`)).err).toMatch(/^admin: .*\n$/)
  expect((await admin('legal-text', 'privacy', 'show', '7')).err).toBe('admin: privacy has no version 7\n')
  for (const args of [[], ['terms'], ['other', 'show'], ['terms', 'show', 'x'], ['terms', 'publish']])
    expect((await admin('legal-text', ...args)).err).toMatch(/^Usage: npm run admin -- .*\n$/)
  expect((await read('privacy')).version).toBeNull()
})
