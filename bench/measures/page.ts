import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { startBuild } from '#bench/dataset/dataset.ts'
import { medianOf, type Report } from '#bench/report.ts'

/** A slow phone: four times slower than this machine, with 1.6 Mbit/s and 150 ms. */
const slowCpu = { rate: 4 }
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const milano = { latitude: 45.46417, longitude: 9.18983 }

type Visit = { paintMs: number; longTasksMs: number; scriptKb: number; styleKb: number }
type Demo = { url: string; cookie: { name: string; value: string; url: string }; user: object; placeId: number }

/** Measures first visits of a phone to four pages of the demo community. */
export async function measurePages(report: Report, buildFolders: string[], visits: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const servers: { close: () => Promise<void> }[] = []
  try {
    const demos: { name: string; demo: Demo }[] = []
    for (const [index, folder] of buildFolders.entries()) {
      const server = await startBuild(folder, { DATABASE_URL: '', DEMO: 'on' })
      servers.push(server)
      demos.push({ name: index === 0 ? 'this build' : folder, demo: await signIn(server.url, server.output()) })
    }
    const pages = { login: () => '/login', feed: () => '/feed', place: ({ placeId }: Demo) => `/location/${placeId}` }
    for (const [what, pathOf] of Object.entries(pages)) {
      const targets = demos.map(({ name, demo }) => ({
        name,
        run: async () => {
          const seen: Visit[] = []
          for (let visit = 0; visit < visits; visit++)
            seen.push(await visitPage(browser, demo, pathOf(demo), what !== 'login'))
          const median = (figure: keyof Visit) => medianOf(seen.map((visit) => visit[figure]))
          const kilobytes = `${median('scriptKb').toFixed(1)} kB JavaScript, ${median('styleKb').toFixed(1)} kB CSS`
          return {
            p50: median('paintMs'),
            note: `largest paint; ${median('longTasksMs').toFixed(0)} ms blocked; ${kilobytes}`,
          }
        },
      }))
      await report.measure(`first visit, ${what}`, 1, targets)
    }
  } finally {
    await browser.close()
    for (const server of servers) await server.close()
  }
}

/** Signs in with what the server has printed. */
async function signIn(url: string, output: string): Promise<Demo> {
  const [, email = '', password = ''] = output.match(/sign in with (\S+) and (\S+)/) ?? []
  const login = await fetch(`${url}/api/auth/login.php`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  })
  const { user } = (await login.json()) as { user: object }
  const [pair = ''] = login.headers.getSetCookie()[0]?.split(';') ?? []
  const [name = '', value = ''] = pair.split('=')
  const feedUrl = `${url}/api/feed/get_feed.php?lat=${milano.latitude}&lon=${milano.longitude}`
  const feed = await fetch(feedUrl, { headers: { cookie: pair } })
  const { posts } = (await feed.json()) as { posts: { location_id: number }[] }
  return { url, cookie: { name, value, url }, user, placeId: posts[0]?.location_id ?? 0 }
}

async function visitPage(browser: Browser, demo: Demo, path: string, isSignedIn: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'it-IT',
    serviceWorkers: 'block',
  })
  try {
    if (isSignedIn) await enter(context, demo)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slowNetwork)
    await devtools.send('Emulation.setCPUThrottlingRate', slowCpu)
    await page.goto(demo.url + path)
    // An open page keeps its event stream, so that the network is never idle.
    await page.getByRole('main').waitFor()
    await page.waitForTimeout(3000)
    return await readFigures(page)
  } finally {
    await context.close()
  }
}

/** Stores what the app keeps in a browser after a sign-in in Milano. */
async function enter(context: BrowserContext, { cookie, user }: Demo): Promise<void> {
  await context.addCookies([cookie])
  await context.addInitScript(
    ([account, point]) => {
      localStorage.setItem('user', JSON.stringify(account))
      localStorage.setItem('latitude', String(point.latitude))
      localStorage.setItem('longitude', String(point.longitude))
    },
    [user, milano] as const,
  )
}

const readFigures = (page: Page): Promise<Visit> =>
  page.evaluate(async () => {
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
        setTimeout(() => resolve([]), 500)
      })
    const paints = await entriesOf('largest-contentful-paint')
    const longTasks = await entriesOf('longtask')
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const kilobytesOf = (ending: string) =>
      files
        .filter(({ name }) => new URL(name).pathname.endsWith(ending))
        .reduce((sum, { transferSize }) => sum + transferSize / 1000, 0)
    return {
      paintMs: paints.at(-1)?.startTime ?? 0,
      longTasksMs: longTasks.reduce((sum, { duration }) => sum + duration - 50, 0),
      scriptKb: kilobytesOf('.js'),
      styleKb: kilobytesOf('.css'),
    }
  })
