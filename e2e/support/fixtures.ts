import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  type APIRequestContext,
  test as base,
  type BrowserContext,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type HostedServer, type ServerHost, startServerHost } from '#server/testing/harness/server-host.ts'
import { testEnvironment } from '#server/testing/harness/server-process.ts'
import { startMailServer } from './mail-server.ts'
import { makeStreetsFile, type StreetsSchema } from './streets.ts'

/** Piazza del Duomo, Milano. */
export const milano = { latitude: 45.46417, longitude: 9.18983 }

/** A signed-in user without a browser. */
export type ApiUser = {
  user: CurrentUser
  /** Makes a call that must succeed, outside any page: for what a journey takes for granted. */
  callOk: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
}

/** A signed-in user with a browser of their own. */
export type BrowserUser = ApiUser & { page: Page; context: BrowserContext }

type Position = { latitude: number; longitude: number }
type UserOptions = {
  /** Position of the device. */
  at?: Position
  /** Whether the app has stored the position. */
  located?: boolean
  onboarded?: boolean
}

type Fixtures = {
  /** Reach the server as `localhost` instead of an address, as passkeys require. */
  hasHostname: boolean
  /** Sends e-mails by SMTP, so that addresses have to be confirmed. The e-mails arrive in the same folder. */
  hasMailServer: boolean
  /** The schema of the map's file of streets, if there is one. */
  streets: StreetsSchema | null
  /** The server's folder of pictures and e-mails. */
  dataDir: string
  databaseUrl: string
  /** The journey's own database, for what only time brings about. */
  db: Database
  /** The real server on the journey's own database. Its process serves one journey after the other. */
  server: HostedServer
  /** Opens a browser at a position. Page errors and CSP violations in it fail the journey. */
  openBrowser: (position: Position) => Promise<{ page: Page; context: BrowserContext }>
  /** A signed-out browser. */
  visitor: { page: Page; context: BrowserContext }
  /** Registers a user who needs no browser. */
  createApiUser: (name: string) => Promise<ApiUser>
  /** Registers a user and opens their browser, signed in. */
  createBrowserUser: (name: string, options?: UserOptions) => Promise<BrowserUser>
  /** Anna, at Piazza del Duomo with her browser; `page` is hers. */
  anna: BrowserUser
  /** Others, without a browser. */
  bruno: ApiUser
  carla: ApiUser
  /** An administrator and a moderator, with their browsers. */
  ada: BrowserUser
  marta: BrowserUser
}

/** Registers a user; the session stays in `request`. */
async function register(
  request: APIRequestContext,
  url: string,
  { name, onboarded }: { name: string; onboarded: boolean },
): Promise<ApiUser> {
  const callOk: ApiUser['callOk'] = (call, input) => callFrom(request, url, { name: call, input })
  const registered = await callOk('register', { username: name, email: emailOf(name), password })
  const { user } = onboarded ? await callOk('completeOnboarding', {}) : registered
  return { user, callOk }
}

async function callFrom<Name extends CallName>(
  request: APIRequestContext,
  serverUrl: string,
  { name, input }: { name: Name; input: Input<Name> },
): Promise<Output<Name>> {
  const { method, url } = addressOf(name)
  const params = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, value as string | number]))
  const response =
    method === 'GET'
      ? await request.get(serverUrl + url, { params })
      : await request.post(serverUrl + url, { data: input })
  expect(response.status(), `${name}: ${await response.text()}`).toBe(200)
  return (await response.json()) as Output<Name>
}

/**
 * Screenshots of failures only: Playwright's own option also takes those of passing journeys, a tenth of their time.
 */
async function attachScreenshots(testInfo: TestInfo, contexts: BrowserContext[]): Promise<void> {
  for (const [index, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const file = testInfo.outputPath(`screenshot-${index + 1}.png`)
    await page.screenshot({ path: file })
    testInfo.attachments.push({ name: 'screenshot', path: file, contentType: 'image/png' })
  }
}

/**
 * Stores user and position before the app starts, in the first document of a window only: after signing out there, the
 * user stays signed out. about:blank has no storage.
 */
async function storeSignIn(page: Page, user: CurrentUser, position: Position | null): Promise<void> {
  await page.addInitScript(
    ([storedUser, storedPosition]) => {
      if (window.name || location.protocol === 'about:') return
      window.name = storedUser.username
      localStorage.setItem('user', JSON.stringify(storedUser))
      if (!storedPosition) return
      localStorage.setItem('latitude', String(storedPosition.latitude))
      localStorage.setItem('longitude', String(storedPosition.longitude))
    },
    [user, position] as const,
  )
}

export const test = base.extend<Fixtures, { host: ServerHost }>({
  hasHostname: [false, { option: true }],
  hasMailServer: [false, { option: true }],
  streets: [null, { option: true }],

  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-journey-'))
    await use(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  },

  databaseUrl: async ({}, use) => {
    const database = await copyDatabase(process.env.PREPARED_DATABASE ?? '')
    await use(database.url)
    await database.drop()
  },

  db: async ({ databaseUrl }, use) => {
    const db = connect(databaseUrl, 2)
    await use(db)
    await db.destroy()
  },

  host: [
    async ({}, use) => {
      const host = startServerHost()
      await use(host)
      await host.stop()
    },
    { scope: 'worker' },
  ],

  server: async ({ dataDir, databaseUrl, host, hasHostname, hasMailServer, streets }, use, testInfo) => {
    const port = hasHostname ? await findFreePort() : 0
    const url = `http://localhost:${port}`
    const mail = hasMailServer ? await startMailServer(dataDir) : undefined
    const server = await host.startServer({
      ...testEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...(mail && { SMTP_URL: mail.url }),
      ...(streets && { MAP_TILES: await makeStreetsFile(dataDir, streets) }),
      ...(hasHostname && { PORT: String(port), PUBLIC_URL: url }),
    })
    await use(hasHostname ? { ...server, url } : server)
    await server.stop()
    await mail?.stop()
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('server.log', { body: server.output() })
  },

  baseURL: async ({ server }, use) => use(server.url),

  openBrowser: async ({ browser, server }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (geolocation) => {
      const context = await browser.newContext({ baseURL: server.url, geolocation, permissions: ['geolocation'] })
      contexts.push(context)
      context.on('weberror', (webError) => errors.push(webError.error().message))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) errors.push(message.text())
      })
      return { context, page: await context.newPage() }
    })
    if (testInfo.status !== testInfo.expectedStatus || errors.length > 0) await attachScreenshots(testInfo, contexts)
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },

  visitor: async ({ openBrowser }, use) => use(await openBrowser(milano)),

  createApiUser: async ({ playwright, server }, use) => {
    const requests: APIRequestContext[] = []
    await use(async (name) => {
      const request = await playwright.request.newContext()
      requests.push(request)
      return register(request, server.url, { name, onboarded: true })
    })
    for (const request of requests) await request.dispose()
  },

  createBrowserUser: async ({ openBrowser, server }, use) => {
    await use(async (name, { at = milano, located = true, onboarded = true } = {}) => {
      const { context, page } = await openBrowser(at)
      const { user, callOk } = await register(context.request, server.url, { name, onboarded })
      await storeSignIn(page, user, located ? at : null)
      return { user, page, context, callOk }
    })
  },

  anna: async ({ createBrowserUser }, use) => use(await createBrowserUser('anna')),
  page: async ({ anna }, use) => use(anna.page),
  bruno: async ({ createApiUser }, use) => use(await createApiUser('bruno')),
  carla: async ({ createApiUser }, use) => use(await createApiUser('carla')),
  ada: async ({ createBrowserUser, db }, use) => {
    const ada = await createBrowserUser('ada')
    await changeRole(db, { actorId: null, userId: ada.user.id, role: 'administrator' })
    await use(ada)
  },
  marta: async ({ createBrowserUser, db }, use) => {
    const marta = await createBrowserUser('marta')
    await changeRole(db, { actorId: null, userId: marta.user.id, role: 'moderator' })
    await use(marta)
  },
})

export { expect } from '@playwright/test'

export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
/**
 * For journeys about scroll restoration, and what is available offline. A service worker fetches pages, pictures and
 * the app's files past `page.route`: a journey that fails one or holds one back must not have it.
 */
export const withMotionAndServiceWorker = { ...withMotion, serviceWorkers: 'allow' } as const
