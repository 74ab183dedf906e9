import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { sql } from '#server/testing/sql.ts'
import { connect, type Database } from './connect.ts'
import { afterCommit, inTransaction, withinTime } from './transaction.ts'

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

const findPid = async (on: Database) => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.one(on)).pid

test('A transaction that throws leaves nothing, and gives its connection back', async () => {
  const pid = await findPid(db)
  const failing = inTransaction(db, async (trx) => {
    await sql`CREATE TABLE left_behind ()`.execute(trx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await sql`SELECT to_regclass('left_behind') AS left_behind`.one(db)).toEqual({ left_behind: null })
  expect(await findPid(db)).toBe(pid)
})

test('A transaction that goes on after a statement that failed is an error', async () => {
  const failing = inTransaction(db, async (trx) => {
    await sql`SELECT 1 / 0`.execute(trx).catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('it was rolled back')
})

test('A transaction has no part that is committed before its end or after it', async () => {
  let ended: Database = db
  const pid = await findPid(db)
  await inTransaction(db, async (trx) => {
    ended = trx
    await expect(inTransaction(trx, async () => undefined)).rejects.toThrow('cannot begin in another one')
  })
  await expect(sql`SELECT 1`.execute(ended)).rejects.toThrow('after the end of its transaction')
  expect(await findPid(db)).toBe(pid)
})

test('The error of a statement tells who sent it', async () => {
  const divideByZero = async (on: Database) => (await sql`SELECT 1 / 0`.execute(on)).rows
  for (const failing of [divideByZero(db), inTransaction(db, (trx) => divideByZero(trx))])
    await expect(failing).rejects.toHaveProperty('stack', expect.stringContaining('divideByZero'))
})

test.each([
  ['a transaction', inTransaction],
  ['a statement', (on: Database, work: (on: Database) => Promise<unknown>) => work(on)],
])('A connection that breaks in %s is replaced', async (_, run) => {
  const pid = await findPid(db)
  const breaking = run(db, (on) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(on))
  await expect(breaking).rejects.toMatchObject({ code: '57P01' })
  expect(await findPid(db)).not.toBe(pid)
})

test('A connection that is still in a transaction is replaced', async () => {
  const pid = await findPid(db)
  await db.withConnection((connection) => connection.query('BEGIN'))
  expect(await findPid(db)).not.toBe(pid)
})

test('A connection that does not answer in time gets no further statement, and is replaced', async () => {
  const pid = await findPid(db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let hasBegun = false
    const waiting = inTransaction(db, async (trx) => {
      hasBegun = true
      await sql`SELECT pg_sleep(14)`.execute(trx).catch(() => undefined)
      await sql`SELECT 1`.execute(trx)
    })
    const refused = expect(waiting).rejects.toThrow('Query read timeout')
    await vi.waitFor(() => expect(hasBegun).toBe(true))
    await vi.advanceTimersByTimeAsync(20_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
  expect(await findPid(db)).not.toBe(pid)
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

test('A statement that takes longer than a read may is given up, and the next one has the time of its session', async () => {
  const slow = withinTime(db, 50, (trx) => sql`SELECT pg_sleep(30)`.execute(trx))
  await expect(slow).rejects.toMatchObject({ code: '57014' })
  expect((await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS limit`.execute(db)).rows).toEqual(
    [{ limit: '15s' }],
  )
})
