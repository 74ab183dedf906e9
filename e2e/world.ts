import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
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
import type axe from 'axe-core'
import type { CurrentUser } from '#contract/auth.ts'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { type HostedServer, type ServerHost, startServerHost } from '#server/testing/harness/server-host.ts'
import { testEnvironment } from '#server/testing/harness/server-process.ts'

declare global {
  interface Window {
    /** Read in by `findFaults`. */
    axe: typeof axe
  }
}

export const password = 'una lunga frase segreta'
/** Piazza del Duomo, Milano. */
export const milano = { latitude: 45.46417, longitude: 9.18983 }

/** Somebody who is signed in, and whom the journey does not look at. */
export type Neighbour = {
  user: CurrentUser
  /** A call made behind the page's back: for what a journey takes for granted. */
  callOk: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
}

/** Somebody with a browser of their own, signed in. */
export type Person = Neighbour & { page: Page; context: BrowserContext }

type Position = { latitude: number; longitude: number }
type Options = {
  /** Where the device is. */
  at?: Position
  /** Whether the app knows it already. */
  located?: boolean
  onboarded?: boolean
}

type World = {
  /** Whether the server is reached by a name, `localhost`, as passkeys want it. */
  named: boolean
  /** Where this journey's server keeps its pictures and letters. */
  dataDir: string
  databaseUrl: string
  /** The journey's own database: for what only time brings about. */
  db: Database
  /** The real server, on a database of this journey's own, in a process that others had before it. */
  server: HostedServer
  /** Opens a browser that may be located. What breaks in it unseen breaks the journey. */
  browserAt: (position: Position) => Promise<{ page: Page; context: BrowserContext }>
  /** A browser of somebody who is not signed in. */
  visitor: { page: Page; context: BrowserContext }
  /** Registers somebody who posts and comments, and needs no browser for it. */
  neighbour: (name: string) => Promise<Neighbour>
  /** Registers somebody and signs them in. */
  person: (name: string, options?: Options) => Promise<Person>
}

/** Registers and signs in; the session stays in `request`. */
async function registers(
  request: APIRequestContext,
  url: string,
  name: string,
  onboarded: boolean,
): Promise<Neighbour> {
  const callOk: Neighbour['callOk'] = (call, input) => callFrom(request, url, call, input)
  const registered = await callOk('register', { username: name, email: `${name}@example.it`, password })
  const { user } = onboarded ? await callOk('completeOnboarding', {}) : registered
  return { user, callOk }
}

async function callFrom<Name extends CallName>(
  request: APIRequestContext,
  url: string,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const { method, url: where } = addressOf(name)
  const parameters = Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value as string | number]),
  )
  const response =
    method === 'GET'
      ? await request.get(url + where, { params: parameters })
      : await request.post(url + where, { data: input })
  expect(response.status(), `${name}: ${await response.text()}`).toBe(200)
  return (await response.json()) as Output<Name>
}

/** Playwright takes them of journeys that pass as well, to throw them away: a tenth of what a journey takes. */
async function attachScreenshots(testInfo: TestInfo, contexts: BrowserContext[]): Promise<void> {
  for (const [index, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const file = testInfo.outputPath(`screenshot-${index + 1}.png`)
    await page.screenshot({ path: file })
    testInfo.attachments.push({ name: 'screenshot', path: file, contentType: 'image/png' })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const test = base.extend<World, { host: ServerHost }>({
  named: [false, { option: true }],

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

  server: async ({ dataDir, databaseUrl, host, named }, use, testInfo) => {
    const port = named ? await freePort() : 0
    const url = `http://localhost:${port}`
    const server = await host.startServer({
      ...testEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...(named && { PORT: String(port), PUBLIC_URL: url }),
    })
    await use(named ? { ...server, url } : server)
    await server.stop()
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('server.log', { body: server.output() })
  },

  baseURL: async ({ server }, use) => use(server.url),

  browserAt: async ({ browser, server }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    await use(async (geolocation) => {
      const context = await browser.newContext({ baseURL: server.url, geolocation, permissions: ['geolocation'] })
      contexts.push(context)
      context.on('weberror', (fault) => faults.push(fault.error().message))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text())
      })
      return { context, page: await context.newPage() }
    })
    if (testInfo.status !== testInfo.expectedStatus || faults.length > 0) await attachScreenshots(testInfo, contexts)
    for (const context of contexts) await context.close()
    expect(faults).toEqual([])
  },

  visitor: async ({ browserAt }, use) => use(await browserAt(milano)),

  neighbour: async ({ playwright, server }, use) => {
    const requests: APIRequestContext[] = []
    await use(async (name) => {
      const request = await playwright.request.newContext()
      requests.push(request)
      return registers(request, server.url, name, true)
    })
    for (const request of requests) await request.dispose()
  },

  person: async ({ browserAt, server }, use) => {
    await use(async (name, { at = milano, located = true, onboarded = true } = {}) => {
      const { context, page } = await browserAt(at)
      const { user, callOk } = await registers(context.request, server.url, name, onboarded)
      // Before anything of the app, and in the first document of this window alone: who signs out there is signed out. An empty window keeps nothing.
      await page.addInitScript(
        ([kept, where]) => {
          if (window.name || location.protocol === 'about:') return
          window.name = kept.username
          localStorage.setItem('user', JSON.stringify(kept))
          if (!where) return
          localStorage.setItem('latitude', String(where.latitude))
          localStorage.setItem('longitude', String(where.longitude))
        },
        [user, located ? at : null] as const,
      )
      return { user, page, context, callOk }
    })
  },
})

export { expect } from '@playwright/test'

/** For journeys about what moves or scrolls back, and about what is there without a network. */
export const withEverything = { contextOptions: { reducedMotion: 'no-preference' }, serviceWorkers: 'allow' } as const

/** What fades or slides in has arrived: at once, as nobody watches. */
const comesToRest = (page: Page) =>
  page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    for (const animation of moving) animation.finish()
    return moving.length === 0
  })

const axeScript = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Reads axe, half a megabyte, into a document once: past Playwright, which would read it twice more to tell whether it is a function. */
async function readAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  const session = await page.context().newCDPSession(page)
  // It ends with the page: one that is detached takes the page's passkeys with it.
  await session.send('Runtime.evaluate', { expression: axeScript })
}

/** What axe finds wrong in the page as it is: the rule, and where. What it finds right stays there: it is fifty times as much. */
async function findFaults(page: Page, options: axe.RunOptions): Promise<string[]> {
  await readAxe(page)
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, options)
}

const dependOnColours = ['color-contrast', 'link-in-text-block']

/** Nothing that axe finds wrong, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await comesToRest(page)
    const faults = await findFaults(page, colorScheme === 'dark' ? { runOnly: dependOnColours } : {})
    expect(faults, colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
