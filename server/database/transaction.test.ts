import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { connect, type Database } from './connect.ts'
import { afterCommit, inTransaction } from './transaction.ts'

let database: CopiedDatabase
let db: Database
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url, 1)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('Callbacks run in order after the commit, once after a retry, and never after a rollback', async () => {
  const calls: string[] = []
  let attempts = 0
  await inTransaction(db, async (trx) => {
    afterCommit(trx, () => calls.push('one'))
    afterCommit(trx, () => calls.push('two'))
    if (++attempts === 1) throw Object.assign(new Error('a deadlock'), { code: '40P01' })
    calls.push('work')
  })
  await inTransaction(db, async (trx) => {
    afterCommit(trx, () => calls.push('never'))
    await sql`SELECT 1 / 0`.execute(trx)
  }).catch(() => undefined)
  afterCommit(db, () => calls.push('at once'))
  expect({ attempts, calls }).toEqual({ attempts: 2, calls: ['work', 'one', 'two', 'at once'] })
})
