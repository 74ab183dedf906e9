import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { medianOf } from '#bench/statistics.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { savePosition } from './saved-position.ts'

/** Medians of first visits to one page on a phone. */
export type PageLoadResult = {
  page: string
  /** Lighthouse scores, at most 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  largestContentfulPaintMs: number
  totalBlockingTimeMs: number
  cumulativeLayoutShift: number
  /** Transferred kilobytes. */
  scriptKb: number
  stylesheetKb: number
}

type LighthouseReport = {
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

const lighthouseFolder = path.join(import.meta.dirname, '../lighthouse')
const lighthouse = path.join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js')
const installTimeoutMs = 10 * 60_000
const visitTimeoutMs = 120_000

const run = promisify(execFile)

/** Lighthouse is large, so it is installed by the first measurement. */
async function installLighthouse(): Promise<void> {
  if (existsSync(lighthouse)) return
  await run('npm', ['ci', '--ignore-scripts'], { cwd: lighthouseFolder, timeout: installTimeoutMs })
}

/** Clears caches and service workers, so that the next visit is a first one; the session stays. */
async function clearCaches(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await page.close()
}

async function visit(url: string, port: number): Promise<LighthouseReport> {
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
    { timeout: visitTimeoutMs, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as LighthouseReport
}

/** Returns the audits that cost points, other than performance. */
const findFailedAudits = ({ categories, audits }: LighthouseReport) =>
  Object.entries(categories)
    .filter(([name]) => name !== 'performance')
    .flatMap(([, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${audits[id]?.title}`),
    )

function summarize(page: string, reports: LighthouseReport[]): PageLoadResult {
  const score = (name: keyof LighthouseReport['categories']) =>
    medianOf(reports.map(({ categories }) => Math.round(categories[name].score * 100)))
  const value = (audit: string) => medianOf(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  const transferredBytes = (type: string) =>
    medianOf(
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
    largestContentfulPaintMs: Math.round(value('largest-contentful-paint')),
    totalBlockingTimeMs: Math.round(value('total-blocking-time')),
    cumulativeLayoutShift: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    scriptKb: Math.round(transferredBytes('Script') / 100) / 10,
    stylesheetKb: Math.round(transferredBytes('Stylesheet') / 100) / 10,
  }
}

/**
 * Signs in with the demo's credentials and sets a position.
 * @param serverOutput contains the credentials.
 * @returns place and author of the newest post with a picture.
 */
async function signIn(
  context: BrowserContext,
  url: string,
  serverOutput: string,
): Promise<{ placeId: number; userId: number }> {
  const [, email, password] = serverOutput.match(/sign in with (\S+) and (\S+)/) ?? []
  const page = await context.newPage()
  const reply = await context.request.post(`${url}/api/auth/login.php`, { data: { email, password } })
  const { user } = (await reply.json()) as { user: { id: number } }
  await page.goto(`${url}/livez`)
  await savePosition(page, user)
  // The first visit sets the position cookie, from which the server preloads the feed.
  await page.goto(`${url}/feed`)
  await page.getByRole('article').first().waitFor()
  const response = await context.request.get(`${url}/api/feed/get_feed.php`, { params: { lat: 45.46, lon: 9.19 } })
  const feed = (await response.json()) as {
    posts: { user_id: number; location_id: number; image_url: string | null }[]
  }
  const newest = feed.posts.find(({ image_url }) => image_url !== null)
  await page.close()
  return { placeId: newest?.location_id ?? 0, userId: newest?.user_id ?? 0 }
}

/** Measures first visits with Lighthouse, which simulates a phone with a 4 times slower CPU and a slow network. */
export async function measurePageLoads(visits: number): Promise<PageLoadResult[]> {
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
  const context = await launchBrowser(path.join(dataDir, 'browser'), port)
  try {
    const results: PageLoadResult[] = []
    const measure = async (page: string, pagePath: string) => {
      const url = server.url + pagePath
      const reports: LighthouseReport[] = []
      for (let index = 0; index < visits; index++) {
        await clearCaches(context, server.url)
        // Lighthouse occasionally loses the trace of a visit.
        reports.push(await visit(url, port).catch(() => visit(url, port)))
      }
      results.push(summarize(page, reports))
      for (const audit of new Set(reports.flatMap(findFailedAudits))) process.stdout.write(`  ${page}: ${audit}\n`)
    }
    await measure('login', '/login')
    const { placeId, userId } = await signIn(context, server.url, server.output())
    await measure('feed', '/feed')
    await measure('place', `/location/${placeId}`)
    await measure('profile', `/profile/${userId}`)
    return results
  } finally {
    await context.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const launchBrowser = (userDataDir: string, debuggingPort: number) =>
  chromium.launchPersistentContext(userDataDir, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    locale: 'it-IT',
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
