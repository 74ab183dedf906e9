import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

/** One page of the app, first visited on a phone: medians. */
export type PageRow = {
  page: string
  /** Of 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Milliseconds: largest contentful paint, total blocking time. */
  lcp: number
  tbt: number
  /** Cumulative layout shift. */
  cls: number
  /** Kilobytes as they were sent. */
  jsKb: number
  cssKb: number
}

type Report = {
  categories: Record<
    'performance' | 'accessibility' | 'best-practices' | 'seo',
    { score: number; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<
    string,
    {
      score: number | null
      title: string
      numericValue?: number
      details?: { items?: { resourceType?: string; transferSize?: number }[] }
    }
  >
}

const folder = path.join(import.meta.dirname, 'lighthouse')
const lighthouse = path.join(folder, 'node_modules/lighthouse/cli/index.js')
/** Milliseconds for one visit. */
const patience = 120_000
const milano = { latitude: 45.46417, longitude: 9.18983 }

const run = promisify(execFile)

/** Lighthouse is too big for those who do not measure: it comes when it is wanted. */
async function installLighthouse(): Promise<void> {
  if (!existsSync(lighthouse)) await run('npm', ['ci', '--ignore-scripts'], { cwd: folder, timeout: 10 * 60_000 })
}

/** As if nobody had been there: no files in the cache, no service worker; who is signed in stays so. */
async function forgetVisits(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await page.close()
}

async function visit(url: string, port: number): Promise<Report> {
  const { stdout } = await run(
    process.execPath,
    [
      lighthouse,
      url,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices,seo',
    ],
    { timeout: patience, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Report
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** What is not perfect, so that it can be mended. */
const complaintsOf = ({ categories, audits }: Report) =>
  Object.entries(categories)
    .filter(([name]) => name !== 'performance')
    .flatMap(([, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${audits[id]?.title}`),
    )

function rowOf(page: string, reports: Report[]): PageRow {
  const score = (name: keyof Report['categories']) =>
    median(reports.map(({ categories }) => Math.round(categories[name].score * 100)))
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  const sent = (type: string) =>
    median(
      reports.map(({ audits }) =>
        (audits['network-requests']?.details?.items ?? [])
          .filter(({ resourceType }) => resourceType === type)
          .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
      ),
    )
  return {
    page,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    jsKb: Math.round(sent('Script') / 100) / 10,
    cssKb: Math.round(sent('Stylesheet') / 100) / 10,
  }
}

/**
 * Signs in with what the demo prints, and says where the device is. @returns where the newest post with a picture is,
 * and whose it is.
 */
async function signIn(
  context: BrowserContext,
  url: string,
  said: string,
): Promise<{ placeId: number; userId: number }> {
  const [, email, password] = said.match(/sign in with (\S+) and (\S+)/) ?? []
  const page = await context.newPage()
  const reply = await context.request.post(`${url}/api/auth/login.php`, { data: { email, password } })
  const { user } = (await reply.json()) as { user: { id: number } }
  await page.goto(`${url}/livez`)
  await page.evaluate(
    ([kept, { latitude, longitude }]) => {
      localStorage.setItem('user', JSON.stringify(kept))
      localStorage.setItem('latitude', String(latitude))
      localStorage.setItem('longitude', String(longitude))
    },
    [user, milano] as const,
  )
  // The first visit leaves the cookie by which the server knows where to open the feed.
  await page.goto(`${url}/feed`)
  await page.getByRole('article').first().waitFor()
  const feed = await context.request.get(`${url}/api/feed/get_feed.php`, { params: { lat: 45.46, lon: 9.19 } })
  const newest = (
    (await feed.json()) as { posts: { user_id: number; location_id: number; image_url: string | null }[] }
  ).posts.find(({ image_url }) => image_url !== null)
  await page.close()
  return { placeId: newest?.location_id ?? 0, userId: newest?.user_id ?? 0 }
}

/**
 * Lighthouse on a phone with four times less processor and a slow network, as it simulates them: the median of so many
 * visits.
 */
export async function measurePage(visits: number): Promise<PageRow[]> {
  await installLighthouse()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-page-'))
  const port = await findFreePort()
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: 'on',
    CHECK_REPLIES: 'off',
    LOG_LEVEL: 'info',
  })
  const context = await chromium.launchPersistentContext(path.join(dataDir, 'browser'), {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    locale: 'it-IT',
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const rows: PageRow[] = []
    const measure = async (page: string, url: string) => {
      const reports: Report[] = []
      for (let at = 0; at < visits; at++) {
        await forgetVisits(context, server.url)
        // Lighthouse loses the trace of a visit now and then.
        reports.push(await visit(server.url + url, port).catch(() => visit(server.url + url, port)))
      }
      rows.push(rowOf(page, reports))
      const complaints = new Set(reports.flatMap(complaintsOf))
      for (const complaint of complaints) process.stdout.write(`  ${page}: ${complaint}\n`)
    }
    await measure('login', '/login')
    const { placeId, userId } = await signIn(context, server.url, server.output())
    await measure('feed', '/feed')
    await measure('place', `/location/${placeId}`)
    await measure('profile', `/profile/${userId}`)
    return rows
  } finally {
    await context.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
