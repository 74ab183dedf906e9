import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { hashToken } from '#server/auth/auth.actions.ts'
import { findSessionsOf } from '#server/auth/auth.queries.ts'
import { connect } from '#server/database/connect.ts'
import { findFeedPage } from '#server/feed/feed.queries.ts'
import { readCursor } from '#server/feed/feed.rules.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { openFolderStore } from '#server/media/storage/folder-store.ts'
import { createQuotas } from '#server/media/quotas.actions.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Point } from '#server/platform/geography.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail.ts'
import { createPush } from '#server/platform/push.ts'
import { findPushKeys } from '#server/platform/push-keys.ts'
import { noTelemetry } from '#server/platform/telemetry/telemetry.ts'
import { findPosts } from '#server/posts/posts.queries.ts'

type Statement = { text: string; values: unknown[] }
/** The statements of one request, in order, and the PostgreSQL options of the session that sends them. */
export type CapturedRequest = { statements: Statement[]; sessionOptions: string }

type Request = { method: 'GET' | 'POST'; path: string; token: string; body?: object }

/**
 * Returns the statements that the server executes for each request. The real server runs in this process, so that no
 * statement is copied from its code or forgotten.
 */
export async function captureStatements(databaseUrl: string, requests: Request[]): Promise<CapturedRequest[]> {
  const { app, close } = await createServer(databaseUrl)
  try {
    return await captureEach(requests, async ({ method, path: url, token, body }) => {
      const reply = await app.inject({ method, url, cookies: { sid: token }, ...(body && { payload: body }) })
      if (reply.statusCode !== 200) throw new Error(`${url} returned ${reply.statusCode}: ${reply.body}`)
    })
  } finally {
    await close()
  }
}

async function createServer(databaseUrl: string) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
  const db = connect(databaseUrl)
  const log = createLog(config.logLevel)
  const jobs = await createJobQueue(databaseUrl, db, log)
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl,
    pictures: createPictureStore(db, await openFolderStore(path.join(dataDir, 'media'))),
    quotas: createQuotas(config),
    jobs,
    mail: createMail(config),
    telemetry: noTelemetry,
    demo: null,
    ground: { archives: new Map(), close: async () => undefined },
    push: createPush(config, await findPushKeys(db, config.dataDir)),
    folders: { web: path.resolve('dist/web') },
  })
  async function close() {
    await app.close()
    await jobs.stop()
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { app, close }
}

type FeedRequest = { token: string; viewerId: number; point: Point; cursor: string | null }

/** Returns the statements of feed pages without the feed cache: find the session, the posts nearby, and their data. */
export async function captureFeedStatements(
  databaseUrl: string,
  requests: FeedRequest[],
  pageLength: number,
): Promise<CapturedRequest[]> {
  const db = connect(databaseUrl)
  try {
    return await captureEach(requests, async ({ token, viewerId, point, cursor }) => {
      await findSessionsOf(db, [hashToken(token)])
      const { posts } = await findFeedPage(db, {
        viewerId,
        point,
        radius: 'auto',
        limit: pageLength,
        offset: 0,
        cursor: cursor === null ? null : readCursor(cursor),
      })
      const ids = posts.map(({ id }) => id)
      await findPosts(db, viewerId, ids)
    })
  } finally {
    await db.destroy()
  }
}

/** Executes the requests one after the other and returns the statements of each. */
async function captureEach<Item>(
  requests: Item[],
  execute: (request: Item) => Promise<void>,
): Promise<CapturedRequest[]> {
  const currentRequest = new AsyncLocalStorage<CapturedRequest>()
  const stopIntercepting = interceptQueries((statement, sessionOptions) => {
    const captured = currentRequest.getStore()
    if (!captured) return
    captured.statements.push(statement)
    captured.sessionOptions = sessionOptions
  })
  try {
    const capturedRequests: CapturedRequest[] = []
    for (const request of requests) {
      const captured: CapturedRequest = { statements: [], sessionOptions: '' }
      await currentRequest.run(captured, () => execute(request))
      capturedRequests.push(captured)
    }
    return capturedRequests
  } finally {
    stopIntercepting()
  }
}

type QueryConfig = { text: string; values?: unknown[] }
type OnStatement = (statement: Statement, sessionOptions: string) => void
type Client = { connectionParameters: { options?: string } }

/** Calls back for every statement of every `pg` client in this process. Returns a function that stops it. */
function interceptQueries(onStatement: OnStatement): () => void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function interceptedQuery(this: Client, ...args: unknown[]) {
    const statement = toStatement(args as [string | QueryConfig, unknown])
    if (statement.text) onStatement(statement, this.connectionParameters.options ?? '')
    return query.apply(this, args)
  }
  return () => {
    prototype.query = query
  }
}

function toStatement([first, second]: [string | QueryConfig, unknown]): Statement {
  const positional = Array.isArray(second) ? second : []
  return typeof first === 'string'
    ? { text: first, values: positional }
    : { text: first.text, values: first.values ?? positional }
}
