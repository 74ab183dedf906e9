import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { afterCommit, inTransaction } from './transaction.ts'

let db: Database
beforeAll(() => {
  db = connect(inject('preparedDatabase'), 1)
})
afterAll(() => db.destroy())

test('What waits for a commit is done after it, in order, once for a transaction that had to be made again, and never for one that was undone', async () => {
  const done: string[] = []
  let attempts = 0
  await inTransaction(db, async (trx) => {
    afterCommit(trx, () => done.push('one'))
    afterCommit(trx, () => done.push('two'))
    if (++attempts === 1) throw Object.assign(new Error('a deadlock'), { code: '40P01' })
    done.push('work')
  })
  await inTransaction(db, async (trx) => {
    afterCommit(trx, () => done.push('never'))
    await sql`SELECT 1 / 0`.execute(trx)
  }).catch(() => undefined)
  afterCommit(db, () => done.push('at once'))
  expect({ attempts, done }).toEqual({ attempts: 2, done: ['work', 'one', 'two', 'at once'] })
})
