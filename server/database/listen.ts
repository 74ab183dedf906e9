import pg from 'pg'
import type { Database } from './connect.ts'
import { statement } from './statement.ts'

/** Milliseconds. */
const reconnectAfter = { first: 200, most: 10_000 }
const checkEvery = 15_000
const checkTimeout = 5000

const say = statement<never, [channel: string, payload: string]>('SELECT pg_notify($1, $2)')

/** Says something to all processes that listen, once the transaction is committed. At most 8,000 bytes. */
export const notify = async (db: Database, channel: string, payload: string): Promise<void> =>
  void (await say(db, channel, payload))

export type ListenHandlers = {
  onNotification: (payload: string) => void
  /** Listens again after a time in which something may have been said that nobody heard. */
  onReconnect: () => void
}

/**
 * Hears what any process says on a channel, on a connection of its own, which is opened again whenever it breaks.
 * @returns how to stop. Never rejects: where there is no database, it waits for one.
 */
export function listen(
  url: string,
  channel: string,
  { onNotification, onReconnect }: ListenHandlers,
): () => Promise<void> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = reconnectAfter.first
  let heardBefore = false

  const again = (broken: pg.Client) => {
    if (stopped || client !== broken) return
    client = undefined
    clearTimeout(timer)
    broken.end().catch(() => undefined)
    timer = setTimeout(open, delay)
    delay = Math.min(delay * 2, reconnectAfter.most)
  }
  /** A connection that died without a word is found out by asking. */
  const check = (open: pg.Client) => {
    timer = setTimeout(
      () =>
        open.query('SELECT 1').then(
          () => client === open && check(open),
          () => again(open),
        ),
      checkEvery,
    )
  }
  const open = () => {
    const opening = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: checkTimeout,
      query_timeout: checkTimeout,
      keepAlive: true,
    })
    client = opening
    opening.on('error', () => again(opening))
    opening.on('end', () => again(opening))
    opening.on('notification', ({ payload }) => onNotification(payload ?? ''))
    const subscribe = async () => {
      await opening.connect()
      await opening.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      if (stopped || client !== opening) return
      delay = reconnectAfter.first
      if (heardBefore) onReconnect()
      heardBefore = true
      check(opening)
    }
    subscribe().catch(() => again(opening))
  }
  open()

  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}
