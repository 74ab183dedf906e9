import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-administration-'))
  for (const name of ['anna', 'bruno']) await app.createUser(name)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('Every command of docs/administration.md does what the page says', async () => {
  const page = await readFile('docs/administration.md', 'utf8')
  const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, lines = '']) => lines.trim().split('\n'))
  expect(commands.length).toBeGreaterThan(15)
  let announced = ''
  const outputs: string[] = []
  for (const command of commands) {
    const line = command
      .replace('npm run admin --', 'node_modules/.bin/node scripts/admin.ts')
      .replaceAll('/srv/', `${folder}/`)
      .replace(/ID$/, announced)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', line], {
      env: { ...process.env, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir },
    })
    expect(stderr, command).toBe('')
    announced = /^announcement (\d+): /.exec(stdout)?.[1] ?? announced
    outputs.push(stdout)
  }
  expect(outputs.join('')).toContain('anna is an administrator now')
  expect(outputs.join('')).toContain('Version 1 of terms is in force')
  expect(outputs.at(-1)).toMatch(/^Dintorni è un posto/)
  const logged = await app.db.selectFrom('moderation_log').select('action').distinct().execute()
  expect(logged.map(({ action }) => action).toSorted()).toEqual([
    'announce',
    'block_address',
    'change_registrations',
    'end_announcement',
    'grant',
    'grant_administrator',
    'invite',
    'lift',
    'publish_text',
    'revoke',
    'suspend',
    'unblock_address',
  ])
}, 300_000)
