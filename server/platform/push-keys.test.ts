import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import webpush from 'web-push'
import { connect, type Database } from '#server/database/connect.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { sql } from '#server/testing/sql.ts'
import { findPushKeys } from './push-keys.ts'

let database: CopiedDatabase
let folder: string
let servers: Database[]
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-keys-'))
  servers = Array.from({ length: 8 }, () => connect(database.url, 1))
  for (const db of servers) await sql`SELECT 1`.execute(db)
})
afterEach(async () => {
  for (const db of servers) await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The keys that eight servers find that start at once. */
const startAtOnce = (folderOf: (index: number) => string) =>
  Promise.all(servers.map((db, index) => findPushKeys(db, folderOf(index))))
const distinct = (keys: object[]) => new Set(keys.map((pair) => JSON.stringify(pair))).size
const forgetKey = () => sql`DELETE FROM server_keys WHERE name = 'push'`.execute(servers[0]!)

test('Eight servers that start at once on a new database have one pair of keys, whatever their folders', async () => {
  const rounds: string[] = []
  for (let round = 0; round < 25; round++) {
    const keys = await startAtOnce((index) => path.join(folder, String(index)))
    expect(distinct(keys)).toBe(1)
    expect(await findPushKeys(servers[3]!, folder)).toEqual(keys[0])
    rounds.push(keys[0]!.publicKey)
    await forgetKey()
  }
  expect(new Set(rounds).size).toBe(25)
})

test('The keys sign a push message', async () => {
  const { publicKey, privateKey } = await findPushKeys(servers[0]!, folder)
  const headers = webpush.getVapidHeaders('https://push.example', 'mailto:a@b.it', publicKey, privateKey, 'aes128gcm')
  expect(headers.Authorization).toContain(`k=${publicKey}`)
})

test('The keys in the file of an older version are kept, and the file is deleted', async () => {
  const file = path.join(folder, 'vapid.json')
  for (let round = 0; round < 10; round++) {
    const old = webpush.generateVAPIDKeys()
    await writeFile(file, JSON.stringify(old))
    expect(await startAtOnce(() => folder)).toEqual(servers.map(() => old))
    await expect(readFile(file)).rejects.toThrow('ENOENT')
    await forgetKey()
  }
})

test('A file counts for nothing once the database has the keys, or if it was left half written', async () => {
  const file = path.join(folder, 'vapid.json')
  const whole = JSON.stringify(webpush.generateVAPIDKeys())
  await writeFile(file, whole.slice(0, 20))
  const keys = await startAtOnce(() => folder)
  expect(distinct(keys)).toBe(1)
  await writeFile(file, whole)
  expect(await findPushKeys(servers[0]!, folder)).toEqual(keys[0])
  expect(await readFile(file, 'utf8')).toBe(whole)
})
