import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { password } from '#server/testing/fixtures/test-world.ts'

const root = new URL('../..', import.meta.url)

async function run(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn('node_modules/.bin/node', ['scripts/admin.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  await once(child, 'close')
  return { code: child.exitCode, out, err }
}

const post = (url: string, call: string, body: object) =>
  fetch(`${url}/api/${call}.php`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const registers = (url: string, username: string) =>
  post(url, 'auth/register', { username, email: `${username}@example.it`, password })
const signsIn = (url: string, username: string) =>
  post(url, 'auth/login', { email: `${username}@example.it`, password })

let database: CopiedDatabase
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
})
afterAll(() => database.drop())

describe('On a database of the operator’s', () => {
  const admin = (...args: string[]) => run(args, { DATABASE_URL: database.url })
  const says = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-admin-'))
    const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder })
    for (const name of ['Alice.R', 'bruno']) await registers(server.url, name)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('it makes moderators, suspends and lifts, and says what it did; what is so already stays so', async () => {
    expect(await admin('list')).toEqual(says('No moderators, and nobody is suspended'))
    expect(await admin('grant', 'alice.r')).toEqual(says('Alice.R is a moderator now'))
    expect(await admin('grant', 'Alice.R')).toEqual(says('Alice.R is a moderator already'))
    expect(await admin('suspend', 'bruno', 'Insulti', 'ripetuti')).toEqual(says('bruno is suspended now'))
    expect(await admin('suspend', 'bruno')).toEqual(says('bruno is suspended already'))
    expect(await admin('list')).toEqual(
      says(`moderator  Alice.R\nsuspended  bruno  since ${new Date().toISOString().slice(0, 10)}: Insulti ripetuti`),
    )
    expect(await admin('lift', 'bruno')).toEqual(says('bruno is back'))
    expect(await admin('lift', 'bruno')).toEqual(says('bruno is not suspended'))
    expect(await admin('revoke', 'alice.r')).toEqual(says('Alice.R is no moderator any more'))
    expect(await admin('revoke', 'alice.r')).toEqual(says('Alice.R is no moderator'))
    expect(await admin('list')).toEqual(says('No moderators, and nobody is suspended'))
  }, 60_000)

  test('an unknown name gets one line', async () => {
    expect(await admin('grant', 'nessuno')).toEqual({ code: 1, out: '', err: 'admin: nobody is called nessuno\n' })
  })

  test.each([
    [[]],
    [['grant']],
    [['list', 'alice']],
    [['promote', 'alice']],
    [['constructor', 'alice']],
    [['grant', 'alice', 'bruno']],
  ])('called with %j, it says in one line how it is called', async (args) => {
    expect(await admin(...args)).toEqual({
      code: 1,
      out: '',
      err: 'Usage: npm run admin -- grant USERNAME | revoke USERNAME | suspend USERNAME [REASON] | lift USERNAME | list\n',
    })
  })

  test('it says what it does when asked, and what is too long', async () => {
    expect(await admin('--help')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('makes somebody a moderator'),
    })
    expect(await admin('suspend', 'bruno', 'a'.repeat(501))).toEqual({
      code: 1,
      out: '',
      err: 'admin: a reason has at most 500 characters\n',
    })
  })
})

test('Beside a server with the embedded database a suspended person is out at once; without one it starts the database', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-admin-'))
  const environment = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' }
  const server = await startServer(environment)
  const registered = await registers(server.url, 'alice')
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const page = await fetch(`${server.url}/api/events`, { headers: { cookie }, signal: AbortSignal.timeout(60_000) })
  const ended = page.text()
  expect(await run(['suspend', 'alice'], environment)).toMatchObject({ code: 0, out: 'alice is suspended now\n' })
  await ended
  expect((await signsIn(server.url, 'alice')).status).toBe(403)
  expect(await server.stop()).toBe(0)

  expect(await run(['lift', 'alice'], environment)).toEqual({ code: 0, out: 'alice is back\n', err: '' })
  const again = await startServer(environment)
  expect((await signsIn(again.url, 'alice')).status).toBe(200)
  await again.stop()
  await rm(folder, { recursive: true, force: true })
}, 120_000)
