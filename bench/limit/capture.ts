import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { hashToken } from '#server/auth/auth.actions.ts'
import { findSessionsOf } from '#server/auth/auth.queries.ts'
import { connect } from '#server/database/connect.ts'
import { findFirstPage, findPageAfter } from '#server/feed/feed.queries.ts'
import { readCursor } from '#server/feed/feed.rules.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Point } from '#server/platform/geography.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail.ts'
import { createPush } from '#server/platform/push.ts'
import { findPosts } from '#server/posts/posts.queries.ts'

type Sent = { text: string; values: unknown[] }
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
  const db = connect(databaseUrl)
  const log = createLog(config.logLevel)
  const jobs = await createJobQueue(databaseUrl, db, log)
  const folders = { web: path.resolve('dist/web'), media: path.join(dataDir, 'media') }
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl,
    pictures: await createPictureStore(folders.media),
    jobs,
    mail: createMail(config),
    push: await createPush(config),
    folders,
  })
  try {
    return await hearEach(requests, async ({ method, path: url, token, body }) => {
      const reply = await app.inject({ method, url, cookies: { sid: token }, ...(body && { payload: body }) })
      if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`)
    })
  } finally {
    await app.close()
    await jobs.stop()
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What a server would say that keeps nothing in memory: whose session it is, which posts are near, and those posts. */
export async function capturePages(
  databaseUrl: string,
  requests: { token: string; viewerId: number; point: Point; cursor: string | null }[],
  pageLength: number,
): Promise<Captured[]> {
  const db = connect(databaseUrl)
  try {
    return await hearEach(requests, async ({ token, viewerId, point, cursor }) => {
      await findSessionsOf(db, [hashToken(token)])
      const after = cursor === null ? null : readCursor(cursor)
      const { posts } = after
        ? await findPageAfter(db, { viewerId, point, limit: pageLength, cursor: after })
        : await findFirstPage(db, { viewerId, point, limit: pageLength, offset: 0 })
      await findPosts(
        db,
        viewerId,
        posts.map(({ id }) => id),
      )
    })
  } finally {
    await db.destroy()
  }
}

/** What is said to the database while each is asked, one after the other. */
async function hearEach<Request>(requests: Request[], ask: (request: Request) => Promise<void>): Promise<Captured[]> {
  const listening = new AsyncLocalStorage<Captured>()
  const stop = listen((sent, session) => {
    const heard = listening.getStore()
    if (!heard) return
    heard.statements.push(sent)
    heard.session = session
  })
  try {
    const captured: Captured[] = []
    for (const request of requests) {
      const heard: Captured = { statements: [], session: '' }
      await listening.run(heard, () => ask(request))
      captured.push(heard)
    }
    return captured
  } finally {
    stop()
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
    const sent =
      typeof text === 'string'
        ? { text, values: Array.isArray(values) ? values : [] }
        : { text: text.text, values: text.values ?? (Array.isArray(values) ? values : []) }
    if (sent.text) listener(sent, this.connectionParameters.options ?? '')
    return query.apply(this, args)
  }
  return () => {
    prototype.query = query
  }
}
