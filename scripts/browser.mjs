// Finds a Chromium, or installs one.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

const find = () => [process.env.CHROMIUM_PATH, ...known].find((file) => file && fs.existsSync(file))

function installDebianChromium() {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  process.stdout.write('Installing Chromium (once)…\n')
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
}

/** @returns {Promise<string>} the browser's path. Throws with one line when there is none to be had. */
export async function findBrowser() {
  const { chromium } = await import('playwright-core')
  const playwrights = () => (fs.existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
  const found = find() ?? playwrights()
  if (found) return found
  installDebianChromium()
  if (!find()) spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  const installed = find() ?? playwrights()
  if (!installed) throw new Error('no Chromium was found and none could be installed: set CHROMIUM_PATH')
  return installed
}
