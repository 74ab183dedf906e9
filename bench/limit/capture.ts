import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { connect } from '#server/database/connect.ts'
import { openPictureStore } from '#server/media/media.actions.ts'
import { readConfig } from '#server/platform/config.ts'
import { openJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail.ts'
import { createPush } from '#server/platform/push.ts'

export type Sent = { text: string; values: unknown[] }
/** The statements of one request, in order, and the settings of the session that they are sent in. */
export type Captured = { statements: Sent[]; session: string }

type Asking = { method: 'GET' | 'POST'; path: string; token: string; body?: object }

/**
 * What the server says to the database, request by request: the server itself runs here and is listened to, so that no
 * statement is copied from its code, and none is forgotten.
 */
export async function captureStatements(databaseUrl: string, requests: Asking[]): Promise<Captured[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
  const listening = new AsyncLocalStorage<Captured>()
  const stop = listen((sent, session) => {
    const heard = listening.getStore()
    if (!heard) return
    heard.statements.push(sent)
    heard.session = session
  })
  const db = connect(databaseUrl)
  const log = createLog(config.logLevel)
  const jobs = await openJobs(databaseUrl, db, log)
  const folders = { web: path.resolve('dist/web'), media: path.join(dataDir, 'media') }
  const app = await createApp({ config, log, db, databaseUrl, pictures: await openPictureStore(folders.media), jobs, mail: createMail(config), push: await createPush(config), folders })
  try {
    const captured: Captured[] = []
    const ask = async ({ method, path: url, token, body }: Asking) => await app.inject({ method, url, cookies: { sid: token }, ...(body && { payload: body }) })
    // What a server keeps in memory it has, after a while: what is read is read once before.
    for (const asking of requests) if (asking.method === 'GET') await ask(asking)
    for (const asking of requests) {
      const { path: url } = asking
      const heard: Captured = { statements: [], session: '' }
      const reply = await listening.run(heard, () => ask(asking))
      if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`)
      captured.push(heard)
    }
    return captured
  } finally {
    stop()
    await app.close()
    await jobs.stop()
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Queried = { text: string; values?: unknown[] }
type Listener = (sent: Sent, session: string) => void
type Client = { connectionParameters: { options?: string } }

/** Hears every statement that any client of `pg` in this process sends. @returns what ends it. */
function listen(listener: Listener): () => void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function hears(this: Client, ...args: unknown[]) {
    const [text, values] = args as [string | Queried, unknown]
    const sent = typeof text === 'string' ? { text, values: Array.isArray(values) ? values : [] } : { text: text.text, values: text.values ?? (Array.isArray(values) ? values : []) }
    if (sent.text) listener(sent, this.connectionParameters.options ?? '')
    return query.apply(this, args)
  }
  return () => { prototype.query = query }
}
