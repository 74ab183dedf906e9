import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { insertPasskey } from '#server/auth/passkeys.queries.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { createEmptyDatabase } from '#server/testing/harness/empty-database.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { sql } from '#server/testing/sql.ts'

// Every command of the pages for operators does what the page says.

const app = useTestApp()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-docs-'))
  await mkdir(path.join(folder, 'srv/backups'), { recursive: true })
  const [anna] = [await app.createUser('anna'), await app.createUser('bruno')]
  await insertPasskey(app.db, {
    user_id: anna.id,
    credential_id: 'x',
    public_key: Buffer.from('x'),
    counter: 0,
    transports: [],
    name: 'Telefono',
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readBlocks(page: string): Promise<string[]> {
  const text = await readFile(`docs/${page}`, 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) =>
    lines.replaceAll('/srv/', `${folder}/srv/`),
  )
}

/** Runs lines as an operator types them. @param isDone ends them when their output says so. @returns their output. */
async function run(lines: string, variables: NodeJS.ProcessEnv, isDone?: (output: string) => boolean): Promise<string> {
  const env = { ...process.env, HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'info', ...variables }
  // A group of its own: npm, the starter and the server end together.
  const child = spawn('sh', ['-ec', lines], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  if (isDone) {
    await expect.poll(() => isDone(output), { timeout: 240_000 }).toBe(true)
    process.kill(-child.pid!, 'SIGTERM')
  }
  await ended
  if (!isDone) expect(child.exitCode, `${lines}\n${output}`).toBe(0)
  return output
}

const countUsers = async (db: Database) => (await sql`SELECT FROM users`.all(db)).length

test('Every command of docs/backup.md does what the page says', { timeout: 600_000 }, async () => {
  const own = await createEmptyDatabase(inject('preparedDatabase'))
  const port = String(await findFreePort())
  try {
    const blocks = await readBlocks('backup.md')
    expect(blocks.length).toBeGreaterThan(5)
    for (const block of blocks) {
      const lines = block.replace('postgres://dintorni:PASSWORD@127.0.0.1:5432/dintorni', own.url)
      const isServer = lines.includes('npm start')
      const another = { DATA_DIR: path.join(folder, 'srv/another'), PORT: port, DATABASE_URL: '' }
      const given = lines.includes(' restore ')
        ? { DATABASE_URL: '' }
        : { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl }
      const variables = isServer ? another : given
      for (const line of isServer ? lines.trim().split('\n') : [lines]) {
        const sign = line.includes('BACKUP_DIR') ? 'a backup was taken' : 'is ready'
        await run(line, variables, line.includes('npm start') ? (output) => output.includes(sign) : undefined)
      }
    }
    const backups = await readdir(path.join(folder, 'srv/backups'))
    expect(backups.toSorted()).toEqual([expect.stringMatching(/^dintorni-\d{8}T/), 'dintorni.tar'])
    const db = connect(own.url, 1)
    expect(await countUsers(db)).toBe(await countUsers(app.db))
    await db.destroy()
  } finally {
    await own.drop()
  }
})

test('Every command of docs/administration.md does what the page says', async () => {
  const commands = (await readBlocks('administration.md')).flatMap((lines) => lines.trim().split('\n'))
  expect(commands.length).toBeGreaterThan(15)
  let announced = ''
  const outputs: string[] = []
  for (const command of commands) {
    const line = command
      .replace('npm run admin --', 'node_modules/.bin/node scripts/admin.ts')
      .replace(/ID$/, announced)
    const output = await run(line, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, LOG_LEVEL: '' })
    announced = /^announcement (\d+): /.exec(output)?.[1] ?? announced
    outputs.push(output)
  }
  expect(outputs.join('')).toContain('anna is an administrator now')
  expect(outputs.join('')).toMatch(/^address +anna@example.it, .*\nrole .*\nsecond factor +passkeys: 1/m)
  expect(outputs.join('')).toMatch(/^http:\S+\/reset-password#[\w-]{43}\nThis server sends no e-mail/m)
  expect(outputs.join('')).toContain('anna signs in with the password alone now')
  expect(outputs.join('')).toContain('anna has the address anna.bianchi@example.it now')
  expect(outputs.join('')).toContain('bruno is deleted, with everything in the account')
  expect(outputs.join('')).toContain('Version 1 of terms is in force')
  expect(outputs.at(-1)).toMatch(/^Dintorni è un posto/)
  const logged = await sql<{ action: string }>`SELECT DISTINCT action FROM moderation_log`.all(app.db)
  expect(logged.map(({ action }) => action).toSorted()).toEqual([
    'announce',
    'block_address',
    'change_registrations',
    'delete_account',
    'end_announcement',
    'grant',
    'grant_administrator',
    'invite',
    'lift',
    'mail_reset_link',
    'publish_text',
    'remove_second_factor',
    'revoke',
    'set_email',
    'show_account',
    'suspend',
    'unblock_address',
  ])
}, 300_000)
