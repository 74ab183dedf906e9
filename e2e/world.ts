import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/paths.ts'
import { copyDatabase } from '#server/testing/copied-database.ts'
import { type ServerProcess, startServer } from '#server/testing/server-process.ts'

export const password = 'una lunga frase segreta'
/** Piazza del Duomo, Milano. */
export const milano = { latitude: 45.46417, longitude: 9.18983 }

/** Somebody with a browser of their own, signed in. */
export type Person = {
  user: CurrentUser
  page: Page
  context: BrowserContext
  /** A call made behind the page's back: for what a journey takes for granted. */
  calls: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
}

type Options = { at?: { latitude: number; longitude: number }; onboarded?: boolean }

type World = {
  /** The real server, on a database of this journey's own. */
  server: ServerProcess
  /** A browser of somebody who is not signed in and may be located. */
  visitor: { page: Page; context: BrowserContext }
  /** Registers somebody and signs them in. */
  person: (name: string, options?: Options) => Promise<Person>
}

async function callFrom<Name extends CallName>(context: BrowserContext, url: string, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const { method, url: where } = addressOf(name)
  const parameters = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, value as string | number]))
  const response = method === 'GET'
    ? await context.request.get(url + where, { params: parameters })
    : await context.request.post(url + where, { data: input })
  expect(response.status(), `${name}: ${await response.text()}`).toBe(200)
  return (await response.json()) as Output<Name>
}

export const test = base.extend<World>({
  server: async ({}, use) => {
    const database = await copyDatabase(process.env.PREPARED_DATABASE ?? '')
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-journey-'))
    const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir })
    await use(server)
    await server.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  },

  baseURL: async ({ server }, use) => use(server.url),

  visitor: async ({ browser, server }, use) => {
    const context = await browser.newContext({ baseURL: server.url, geolocation: milano, permissions: ['geolocation'] })
    await use({ context, page: await context.newPage() })
    await context.close()
  },

  person: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (name, { at = milano, onboarded = true } = {}) => {
      const context = await browser.newContext({ baseURL: server.url, geolocation: at, permissions: ['geolocation'] })
      contexts.push(context)
      const calls: Person['calls'] = (call, input) => callFrom(context, server.url, call, input)
      const registered = await calls('register', { username: name, email: `${name}@example.it`, password })
      const { user } = onboarded ? await calls('completeOnboarding', {}) : registered
      const page = await context.newPage()
      await page.goto('/livez')
      await page.evaluate(([kept, where]) => {
        localStorage.setItem('user', JSON.stringify(kept))
        localStorage.setItem('latitude', String(where.latitude))
        localStorage.setItem('longitude', String(where.longitude))
      }, [user, at] as const)
      return { user, page, context, calls }
    })
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'

/** Nothing that axe finds wrong, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
