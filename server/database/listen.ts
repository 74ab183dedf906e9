import pg from 'pg'
import type { Database } from './connect.ts'
import { statement } from './statement.ts'

const firstReconnectDelayMs = 200
const maxReconnectDelayMs = 10_000
const checkIntervalMs = 15_000
const checkTimeoutMs = 5000

const sendNotification = statement<{ pg_notify: string }, [channel: string, payload: string]>(
  'SELECT pg_notify($1, $2)',
)

/** Notifies all processes that listen, once the transaction has committed. A payload has at most 8,000 bytes. */
export const notify = async (db: Database, channel: string, payload: string): Promise<void> =>
  void (await sendNotification(db, channel, payload))

export type ListenHandlers = {
  onNotification: (payload: string) => void
  /** Called when the connection is back: notifications may have been missed. */
  onReconnect: () => void
}

/**
 * Listens on a channel, with a connection of its own that is opened again whenever it breaks.
 * @returns a function that stops. Never rejects: without a database it keeps trying.
 */
export function listen(databaseUrl: string, channel: string, handlers: ListenHandlers): () => Promise<void> {
  const listener = new Listener(databaseUrl, channel, handlers)
  listener.connect()
  return () => listener.stop()
}

class Listener {
  private isStopped = false
  private hasConnected = false
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private reconnectDelayMs = firstReconnectDelayMs
  private readonly databaseUrl: string
  private readonly channel: string
  private readonly handlers: ListenHandlers

  constructor(databaseUrl: string, channel: string, handlers: ListenHandlers) {
    this.databaseUrl = databaseUrl
    this.channel = channel
    this.handlers = handlers
  }

  connect(): void {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: checkTimeoutMs,
      query_timeout: checkTimeoutMs,
      keepAlive: true,
    })
    this.client = client
    client.on('error', () => this.reconnect(client))
    client.on('end', () => this.reconnect(client))
    client.on('notification', ({ payload }) => this.handlers.onNotification(payload ?? ''))
    this.subscribe(client).catch(() => this.reconnect(client))
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => undefined)
  }

  private async subscribe(client: pg.Client): Promise<void> {
    await client.connect()
    await client.query(`LISTEN ${pg.escapeIdentifier(this.channel)}`)
    if (this.isStopped || this.client !== client) return
    this.reconnectDelayMs = firstReconnectDelayMs
    if (this.hasConnected) this.handlers.onReconnect()
    this.hasConnected = true
    this.scheduleCheck(client)
  }

  private reconnect(broken: pg.Client): void {
    if (this.isStopped || this.client !== broken) return
    this.client = undefined
    clearTimeout(this.timer)
    broken.end().catch(() => undefined)
    this.timer = setTimeout(() => this.connect(), this.reconnectDelayMs)
    this.reconnectDelayMs = Math.min(this.reconnectDelayMs * 2, maxReconnectDelayMs)
  }

  /** Finds a connection that died without an event. */
  private scheduleCheck(client: pg.Client): void {
    const check = async () => {
      try {
        await client.query('SELECT 1')
        if (this.client === client) this.scheduleCheck(client)
      } catch {
        this.reconnect(client)
      }
    }
    this.timer = setTimeout(() => void check(), checkIntervalMs)
  }
}
