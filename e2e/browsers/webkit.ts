import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import type { Browser, Control, Tab } from './browser.ts'

/** Of Debian's packages (scripts/debian-program.mjs). */
const driverPath = '/usr/bin/WebKitWebDriver'
const screenPath = '/usr/bin/Xvfb'
const importView = "import gi; gi.require_version('WebKit2', '4.1')"
export const hasWebKit = (): boolean =>
  existsSync(driverPath) && existsSync(screenPath) && spawnSync('/usr/bin/python3', ['-c', importView]).status === 0

const startTimeoutMs = 30_000
const scriptTimeoutMs = 60_000

const controlOf = (element: WebElement): Control => ({
  click: () => element.click(),
  write: (text) => element.sendKeys(text),
  choose: (files) => element.sendKeys(files.join('\n')),
})

async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(screenPath, ['-displayfd', '3', '-screen', '0', '400x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer]
  return { screen, display: `:${number.toString().trim()}` }
}

async function waitForDriver(url: string): Promise<void> {
  const giveUpMs = Date.now() + startTimeoutMs
  while (!(await fetch(`${url}/status`).catch(() => null))?.ok) {
    if (Date.now() > giveUpMs) throw new Error('WebKitWebDriver does not start')
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

/** As text: the driver runs it in the page, and waits for what it returns. */
const asyncScript = (script: (input: never) => unknown) => `
  const done = arguments[1]
  const act = async () => (${script.toString()})(arguments[0])
  act().then((value) => done({ value }), (error) => done({ error: String(error) }))`

async function runIn<Output>(driver: WebDriver, script: (input: never) => unknown, input: unknown): Promise<Output> {
  const answer: { value: Output; error?: string } = await driver.executeAsyncScript(asyncScript(script), input)
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer.value
}

/** Each tab has a driver and a browser of its own, because a driver has one session. */
async function openTab(display: string): Promise<Tab> {
  const port = await findFreePort()
  const driverProcess = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    // A group of its own, which also ends the browser that it starts.
    detached: true,
    env: { ...process.env, DISPLAY: display },
  })
  const url = `http://127.0.0.1:${port}`
  await waitForDriver(url)
  const binary = path.join(import.meta.dirname, 'webkit-window.py')
  const capabilities = new Capabilities({ browserName: 'window', 'webkitgtk:browserOptions': { binary, args: [] } })
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build()
  await driver.manage().setTimeouts({ script: scriptTimeoutMs })
  return {
    goto: (address) => driver.get(address),
    reload: () => driver.navigate().refresh(),
    back: () => runIn(driver, () => window.history.back(), null),
    run: (script, input) => runIn(driver, script as never, input),
    async find(script, input) {
      const element: WebElement | null = await driver.executeScript(
        `return (${script.toString()})(arguments[0])`,
        input,
      )
      return element && controlOf(element)
    },
    async close() {
      await driver.quit().catch(() => undefined)
      if (driverProcess.pid) process.kill(-driverProcess.pid)
    },
  }
}

/** Starts WebKitGTK, whose engine is that of Safari, on a screen that nobody sees. */
export async function startWebKit(): Promise<Browser> {
  const { screen, display } = await startScreen()
  return {
    openTab: () => openTab(display),
    close: async () => void screen.kill(),
  }
}
