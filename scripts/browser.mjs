// Finds Chromium, or installs it: the browser and its headless shell, which needs less memory and time.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const shellPath = '/usr/bin/chromium-headless-shell'
const installTimeoutMs = 300_000

/** @param {(string | undefined)[]} files */
const findExisting = (files) => files.find((file) => file && fs.existsSync(file))
const findInstalled = () => findExisting([process.env.CHROMIUM_PATH, ...browserPaths])
const findShell = () => findExisting([process.env.CHROMIUM_SHELL_PATH, shellPath])

/** @param {string[]} packages */
function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  process.stdout.write(`Installing ${packages.join(' and ')} (once)…\n`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
  }
  spawnSync('apt-get', ['update'], options)
  for (const name of packages) spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
}

/**
 * @returns {Promise<{ CHROMIUM_PATH: string, CHROMIUM_SHELL_PATH: string }>} the paths of both; the browser is used if
 * there is no shell. Throws if no browser can be installed.
 */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const findAny = () => findInstalled() ?? findExisting([chromium.executablePath()])
  const missing = [
    ...(findAny() ? [] : ['chromium']),
    ...(findShell() || process.env.CHROMIUM_PATH ? [] : ['chromium-headless-shell']),
  ]
  if (missing.length > 0) installFromDebian(missing)
  if (!findAny()) spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  const installed = findAny()
  if (!installed) throw new Error('no Chromium was found and none could be installed: set CHROMIUM_PATH')
  return { CHROMIUM_PATH: installed, CHROMIUM_SHELL_PATH: findShell() ?? installed }
}
