import { beforeEach, describe, expect, test } from 'vitest'
import type { LegalTextKind, LegalTextWords } from '#contract/legal-texts.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp({ OPERATOR_NAME: 'Circolo «Le Querce»', OPERATOR_EMAIL: 'querce@example.it' })
/** The last two are an administrator and a moderator. */
const [alice, ada, marta] = useNewUsers(app, 'alice', 'ada', 'marta')
beforeEach(async () => {
  await ada.makeAdministrator()
  await marta.makeModerator()
  await inTransaction(app.db, async (trx) => {
    await sql`ALTER TABLE legal_texts DISABLE TRIGGER legal_texts_kept`.execute(trx)
    await sql`DELETE FROM legal_texts`.execute(trx)
    await sql`ALTER TABLE legal_texts ENABLE TRIGGER legal_texts_kept`.execute(trx)
  })
})

const read = async (kind: LegalTextKind, version?: number) =>
  (await app.createVisitor().callOk('getLegalText', { kind, ...(version && { version }) })).text
const publish = (body: string, expected_version: number, kind: LegalTextKind = 'terms') =>
  ada.callOk('publishLegalText', { kind, body, expected_version })
const wordsOf = ({ lead_html, sections }: LegalTextWords) => [lead_html, ...sections.map(({ html }) => html)].join('')
const latestEntry = async () => (await marta.callOk('getModerationLog', { limit: 1 })).entries[0]

test('Until somebody publishes, visitors read the text of Dintorni with the operator’s name and address', async () => {
  for (const kind of ['terms', 'privacy'] as const) {
    const text = await read(kind)
    expect(text).toMatchObject({ kind, version: null, published_at: null, replaced_at: null, newest_version: null })
    expect(wordsOf(text)).toContain(
      'Circolo «Le Querce» (<a href="mailto:querce@example.it" rel="noreferrer">querce@example.it</a>)',
    )
    expect((await app.createVisitor().call('getLegalText', { kind, version: 1 })).status).toBe(404)
  }
  expect((await app.createVisitor().callOk('getLegalTextVersions', { kind: 'terms' })).versions).toEqual([])
})

test('Ada publishes versions: visitors read the newest with its date, and every earlier one', async () => {
  const before = Date.now()
  expect(await publish('Prima.', 0)).toEqual({ success: true, message: 'Pubblicato: è la versione 1', version: 1 })
  await publish('Seconda.', 1)
  const second = await read('terms')
  expect(second).toMatchObject({ version: 2, replaced_at: null, newest_version: 2 })
  expect(wordsOf(second)).toBe('<p>Seconda.</p>\n')
  expect(Date.parse(second.published_at!)).toBeGreaterThanOrEqual(before - 1000)
  const first = await read('terms', 1)
  expect(first).toMatchObject({ version: 1, replaced_at: second.published_at, newest_version: 2 })
  expect(wordsOf(first)).toBe('<p>Prima.</p>\n')
  expect((await read('privacy')).version).toBeNull()
  for (const version of [0, 3, -1, 1.5, 2_147_483_648, 'x'])
    expect((await app.createVisitor().call('getLegalText', { kind: 'terms', version } as never)).status).toBeOneOf([
      400, 404,
    ])
})

test('Versions are listed newest first, page by page, and do not say who published them', async () => {
  for (const version of [0, 1, 2]) await publish(`Versione ${version + 1}.`, version)
  const visitor = app.createVisitor()
  const first = await visitor.callOk('getLegalTextVersions', { kind: 'terms', limit: 2 })
  expect(first.versions).toEqual([
    { version: 3, published_at: expect.any(String) },
    { version: 2, published_at: expect.any(String) },
  ])
  const rest = await visitor.callOk('getLegalTextVersions', { kind: 'terms', limit: 2, cursor: first.next_cursor! })
  expect(rest.versions.map(({ version }) => version)).toEqual([1])
  expect(rest.next_cursor).toBeNull()
  const told = JSON.stringify([await read('terms'), await read('terms', 1), first])
  expect(told).not.toContain(ada.username)
})

test('A version says what its writer previewed, and the log says who published it', async () => {
  const body = '## Regole\n\nSii **gentile**, e leggi [qui](https://example.it).'
  const { lead_html, sections } = await ada.callOk('previewLegalText', { body })
  await publish(body, 0, 'privacy')
  expect(await read('privacy')).toMatchObject({ lead_html, sections })
  expect((await ada.callOk('getLegalTextSource', { kind: 'privacy' })).source).toMatchObject({
    newest_version: 1,
    published_by: ada.username,
    body,
    built_in_body: expect.stringContaining('## I tuoi diritti'),
  })
  expect(await latestEntry()).toMatchObject({
    action: 'publish_text',
    moderator: ada.username,
    target_type: 'server',
    note: 'Privacy, versione 1',
  })
})

test('A preview publishes nothing', async () => {
  await ada.callOk('previewLegalText', { body: 'Prova.' })
  expect((await read('terms')).version).toBeNull()
})

test('An administrator who has not read the latest version does not replace it; the other text is independent', async () => {
  const emma = await app.createUser('emma')
  await emma.makeAdministrator()
  await publish('Prima.', 0)
  const late = await emma.call('publishLegalText', { kind: 'terms', body: 'Altra.', expected_version: 0 })
  expect(late).toMatchObject({ status: 409, body: { error: expect.stringContaining('un’altra versione') } })
  expect((await emma.call('publishLegalText', { kind: 'terms', body: 'Altra.', expected_version: 2 })).status).toBe(409)
  expect(wordsOf(await read('terms'))).toBe('<p>Prima.</p>\n')
  expect((await latestEntry())?.note).toBe('Termini, versione 1')
  await emma.callOk('publishLegalText', { kind: 'privacy', body: 'Altra.', expected_version: 0 })
})

test('Of several who publish at once one does, and its version is logged once', async () => {
  const statuses = await Promise.all(
    ['Una.', 'Due.', 'Tre.', 'Quattro.'].map(
      async (body) => (await ada.call('publishLegalText', { kind: 'terms', body, expected_version: 0 })).status,
    ),
  )
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
  const entries = await sql<{
    note: string
  }>`SELECT note FROM moderation_log WHERE moderator_id = ${ada.id} AND action = 'publish_text'`.all(app.db)
  expect(entries).toEqual([{ note: 'Termini, versione 1' }])
})

test('A published version is never changed or deleted; it stays when its author’s account goes', async () => {
  await publish('Prima.', 0)
  for (const change of [
    sql`UPDATE legal_texts SET body = 'Altra.'`,
    sql`UPDATE legal_texts SET published_at = now() - interval '1 day'`,
    sql`UPDATE legal_texts SET published_by = ${marta.id}`,
    sql`DELETE FROM legal_texts`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow('a version of a legal text is written once')
  await ada.callOk('deleteAccount', { password })
  expect(wordsOf(await read('terms'))).toBe('<p>Prima.</p>\n')
  const elsa = await app.createUser('elsa')
  await elsa.makeAdministrator()
  const { source } = await elsa.callOk('getLegalTextSource', { kind: 'terms' })
  expect(source).toMatchObject({ newest_version: 1, published_by: null, body: 'Prima.' })
})

describe.each(['previewLegalText', 'publishLegalText'] as const)('%s', (name) => {
  const status = async (body: unknown) => {
    const reply = await ada.call(name, { kind: 'terms', expected_version: 0, body } as never)
    return [reply.status, (reply.body as { error?: string }).error]
  }

  test.each([
    ['a heading without words', '## ', expect.stringContaining('non si può usare')],
    ['10,000 nested quotes', '>'.repeat(10_000), expect.stringContaining('non si può usare')],
    ['2700 marks in a passage', '*a **b'.repeat(900), expect.stringContaining('ha più di 300 asterischi')],
    ['HTML', '<script>alert(1)</script>', expect.stringContaining('«<script>alert(1)</script>» non si può usare')],
    ['a picture', '![x](https://example.it/x.png)', expect.stringContaining('non si può usare')],
    ['a javascript: link', '[x](javascript:alert(1))', expect.stringContaining('«javascript:alert(1)» non va')],
    ['a data: link', '[x](data:text/html,x)', expect.stringContaining('non va')],
    ['an entity in the scheme of a link', '[x](&#106;avascript:alert(1))', expect.stringContaining('non va')],
  ])('refuses %s with one sentence', async (_name, body, sentence) => {
    expect(await status(body)).toEqual([400, sentence])
    expect((await read('terms')).version).toBeNull()
  })

  test('takes the longest text, in any script, and half a character', async () => {
    const passage = `${'’'.repeat(2998)}\n\n`
    expect(await status(passage.repeat(10))).toEqual([200, undefined])
    expect((await ada.call(name, { kind: 'privacy', expected_version: 0, body: 'a\ud800\r\nb' } as never)).status).toBe(
      200,
    )
  })
})

test('The settings tell who runs the server', async () => {
  expect((await alice.callOk('getUserSettings', {})).operator).toEqual({
    name: 'Circolo «Le Querce»',
    email: 'querce@example.it',
  })
})

test('A suspended person reads whom to write to', async () => {
  await ada.callOk('suspendUser', { suspended_id: alice.id })
  expect(await app.createVisitor().call('login', { email: `${alice.username}@example.it`, password })).toMatchObject({
    status: 403,
    body: {
      error:
        'Il tuo account è sospeso: per saperne di più, scrivi a Circolo «Le Querce», che gestisce questo server (querce@example.it).',
    },
  })
})
