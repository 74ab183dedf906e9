import { createECDH } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import webpush from 'web-push'
import type { Database } from '#server/database/connect.ts'
import { findOrCreateServerKey } from '#server/database/server-keys.ts'

/** The keys that a server signs its push messages with (VAPID, RFC 8292), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/** Where older versions kept the keys. */
const oldFileName = 'vapid.json'

/** Undefined without a file, or with one that a start left half written: no browser has subscribed with its key. */
async function readOldPrivateKey(file: string): Promise<Buffer | undefined> {
  try {
    const { privateKey } = JSON.parse(await readFile(file, 'utf8')) as PushKeys
    const key = Buffer.from(privateKey, 'base64url')
    return key.length === 32 ? key : undefined
  } catch {
    return undefined
  }
}

const createPrivateKey = () => Buffer.from(webpush.generateVAPIDKeys().privateKey, 'base64url')

/**
 * Finds the keys of all servers on this database; the first server creates them. The file of an older version is taken
 * in, so that browsers stay subscribed, and deleted once its key is in the database.
 */
export async function findPushKeys(db: Database, dataDir: string): Promise<PushKeys> {
  const oldFile = path.join(dataDir, oldFileName)
  let takenIn: Buffer | undefined
  const privateKey = await findOrCreateServerKey(db, 'push', async () => {
    takenIn = await readOldPrivateKey(oldFile)
    return takenIn ?? createPrivateKey()
  })
  if (takenIn?.equals(privateKey)) await rm(oldFile, { force: true })
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
