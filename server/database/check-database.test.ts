import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type CopiedDatabase, copyDatabase, withAdminClient } from '#server/testing/harness/copied-database.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { checkDatabase } from './check-database.ts'
import { openCopySession } from './copy-session.ts'
import { parseDatabaseUrl } from './database-url.ts'

const prepared = inject('preparedDatabase')
let database: CopiedDatabase
let folder: string
beforeAll(async () => {
  database = await copyDatabase(prepared)
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-check-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const change = (part: 'pathname' | 'username', value: string) => {
  const url = new URL(database.url)
  url[part] = value
  return url.href
}

test('A database that a server can use is accepted', async () => {
  await checkDatabase(database.url)
})

test('A database that does not exist is refused', async () => {
  await expect(checkDatabase(change('pathname', '/missing'))).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at \/\S+ has no such database: it must exist, owned by the user, encoded in UTF8$/,
  )
})

test('A user who does not own the database is refused', async () => {
  await withAdminClient(prepared, async (client) => {
    await client.query('CREATE ROLE check_guest LOGIN')
    try {
      await expect(checkDatabase(change('username', 'check_guest'))).rejects.toThrow(
        /^DATABASE_URL: the user check_guest may not create tables: it must own the database$/,
      )
    } finally {
      await client.query('DROP ROLE check_guest')
    }
  })
})

test('A database that is not encoded in UTF8 is refused at the start, and by what copies databases', async () => {
  const reason = 'the database has the encoding SQL_ASCII: it must be UTF8'
  await withAdminClient(prepared, async (client) => {
    await client.query(
      "CREATE DATABASE check_ascii ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0",
    )
    try {
      const url = change('pathname', '/check_ascii')
      await expect(checkDatabase(url)).rejects.toThrow(`DATABASE_URL: ${reason}`)
      await expect(openCopySession(url)).rejects.toThrow(reason)
    } finally {
      await client.query('DROP DATABASE check_ascii')
    }
  })
})

test('An address at which no PostgreSQL answers is refused, without the password', async () => {
  const port = await findFreePort()
  await expect(checkDatabase(`postgres://anna:segreta@127.0.0.1:${port}/dintorni`)).rejects.toThrow(
    new RegExp(
      `^DATABASE_URL: no PostgreSQL answers at 127\\.0\\.0\\.1:${port} \\(ECONNREFUSED\\): one must run there$`,
    ),
  )
  await expect(checkDatabase(`postgres:///dintorni?host=${folder}`)).rejects.toThrow(
    `DATABASE_URL: no PostgreSQL answers at ${folder} (ENOENT)`,
  )
})

/** A message of PostgreSQL. */
const message = (kind: string, content: Buffer) => {
  const header = Buffer.alloc(5)
  header.write(kind)
  header.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([header, content])
}
const asksForPassword = [
  message('R', Buffer.from('\0\0\0\nSCRAM-SHA-256\0\0', 'latin1')),
  message('R', Buffer.from('\0\0\0\u000br=x,s=eA==,i=4096', 'latin1')),
]
const refuses = (code: string, text: string) => [message('E', Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`))]

/** Answers each client with these messages, over TLS with a certificate, as a PostgreSQL would that was set up so. */
async function serve(messages: Buffer[], certificate?: { cert: Buffer; key: Buffer }): Promise<number> {
  const answer = (socket: Socket, unsent = messages) =>
    socket.once('data', () => {
      socket.write(unsent[0] ?? '')
      answer(socket, unsent.slice(1))
    })
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (request: Buffer) => {
      const isForTls = request.readInt32BE(4) === 80_877_103
      if (!isForTls) {
        answer(socket)
        socket.emit('data', request)
      } else if (certificate) {
        socket.write('S')
        answer(new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined))
      } else socket.write('N')
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test.each([
  [asksForPassword, 'asks for a password: the URL must contain it'],
  [refuses('28P01', 'password authentication failed for user "anna"'), 'refuses user or password'],
  [refuses('28000', 'no pg_hba.conf entry for host'), 'refuses the connection (no pg_hba.conf entry for host)'],
  [refuses('53300', 'too many clients already'), 'accepts no connection (too many clients already)'],
])('What PostgreSQL refuses is one line that names the variable, and says what must be', async (messages, reason) => {
  const port = await serve(messages)
  const error = await checkDatabase(`postgres://anna@127.0.0.1:${port}/dintorni`).catch((failure: Error) => failure)
  expect(error).toMatchObject({ message: expect.stringMatching(/^DATABASE_URL: [^\n]* must [^\n]*$/) })
  expect(error).toMatchObject({ message: expect.stringContaining(`PostgreSQL at 127.0.0.1:${port} ${reason}`) })
})

test('A PostgreSQL without TLS, with an unknown certificate, and a missing file of the authority are refused', async () => {
  const file = path.join(folder, 'authority.pem')
  const key = path.join(folder, 'key.pem')
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const { status, stderr } = spawnSync(
    process.env.OPENSSL ?? 'openssl',
    [...request, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', file],
    { encoding: 'utf8' },
  )
  expect({ status, stderr }).toMatchObject({ status: 0 })
  const inside = refuses('53300', 'reached')
  const plain = await serve(inside)
  const secured = await serve(inside, { cert: await readFile(file), key: await readFile(key) })
  const check = (port: number, parameters: string) =>
    checkDatabase(parseDatabaseUrl(`postgres://anna@localhost:${port}/dintorni?${parameters}`))
  await expect(check(plain, 'sslmode=require')).rejects.toThrow(/has no TLS: sslmode must be disable$/)
  await expect(check(secured, 'sslmode=require')).rejects.toThrow('reached')
  await expect(check(secured, 'sslmode=verify-full')).rejects.toThrow(
    /the certificate of PostgreSQL at \S+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): sslrootcert must name/,
  )
  await expect(check(secured, `sslmode=verify-full&sslrootcert=${file}`)).rejects.toThrow('reached')
  await expect(check(secured, `sslmode=verify-full&sslrootcert=${folder}/none`)).rejects.toThrow(
    'DATABASE_URL: sslrootcert, sslcert or sslkey must name a file that can be read (ENOENT)',
  )
})
