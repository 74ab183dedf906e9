// Finds Chromium, or installs it: the whole of it, and its shell without windows, which does the same for less.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const knownShell = '/usr/bin/chromium-headless-shell'
/** Milliseconds that an installation may take. */
const patience = 300_000

/** @param {(string | undefined)[]} files */
const first = (files) => files.find((file) => file && fs.existsSync(file))
const find = () => first([process.env.CHROMIUM_PATH, ...known])
const findShell = () => first([process.env.CHROMIUM_SHELL_PATH, knownShell])

/** @param {string[]} packages */
function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  process.stdout.write(`Installing ${packages.join(' and ')} (once)…\n`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: patience,
  }
  spawnSync('apt-get', ['update'], quiet)
  for (const one of packages) spawnSync('apt-get', ['install', '-y', '--no-install-recommends', one], quiet)
}

/**
 * @returns {Promise<{ CHROMIUM_PATH: string, CHROMIUM_SHELL_PATH: string }>} where both are; where there is no shell,
 * the browser in its place. Throws with one line when there is no browser to be had.
 */
export async function findBrowser() {
  const { chromium } = await import('playwright-core')
  const findAny = () => find() ?? first([chromium.executablePath()])
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
