// Finds a program that tests need, or installs it on Debian.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

const installTimeoutMs = 300_000
/** Debian's packages ask this program whether they may start a service; 101 forbids it. */
const servicePolicy = '/usr/sbin/policy-rc.d'

/** @param {string} program */
const find = (program) => spawnSync('which', [program], { encoding: 'utf8' }).stdout?.trim()

/** @param {string[]} debianPackages */
function install(...debianPackages) {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  process.stdout.write(`Installing ${debianPackages.join(', ')} (once)…\n`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
  }
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', '--no-upgrade', ...debianPackages], options)
}

/**
 * @param {string} program @param {string} debianPackage
 * @returns {string} its path. Throws if it cannot be installed.
 */
function findProgram(program, debianPackage) {
  if (!find(program)) install(debianPackage)
  const found = find(program)
  if (!found) throw new Error(`no ${program} was found and none could be installed`)
  return found
}

/** Makes a map file of an extract of OpenStreetMap. */
export const findTilemaker = () => findProgram('tilemaker', 'tilemaker')

/** Makes videos as phones do. */
export const findFfmpeg = () => findProgram('ffmpeg', 'ffmpeg')

/**
 * Installs packages that start services without starting them: neither now nor after the next boot.
 * @param {{ name: string, service: string }[]} packages
 */
function installWithoutServices(packages) {
  // A policy that exists already, as in a container, stays.
  const isOurs = process.getuid?.() === 0 && !fs.existsSync(servicePolicy)
  if (isOurs) fs.writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install(...packages.map(({ name }) => name))
    for (const { service } of packages) spawnSync('systemctl', ['disable', service], { stdio: 'ignore' })
  } finally {
    if (isOurs) fs.rmSync(servicePolicy)
  }
}

/** Checks rules and metrics as Prometheus does. */
export function findPromtool() {
  if (!find('promtool')) installWithoutServices([{ name: 'prometheus', service: 'prometheus' }])
  return findProgram('promtool', 'prometheus')
}

/** Runs the examples of `operations/` for proxies and systemd. */
export function findServicePrograms() {
  const missing = [
    { name: 'nginx-light', service: 'nginx', program: 'nginx' },
    { name: 'caddy', service: 'caddy', program: 'caddy' },
  ].filter(({ program }) => !find(program))
  if (missing.length > 0) installWithoutServices(missing)
  return {
    NGINX: findProgram('nginx', 'nginx-light'),
    CADDY: findProgram('caddy', 'caddy'),
    OPENSSL: findProgram('openssl', 'openssl'),
    SYSTEMD_ANALYZE: findProgram('systemd-analyze', 'systemd'),
  }
}

/** What WebKit reads and writes videos with. */
const webKitCodecs = ['gstreamer1.0-libav', 'gstreamer1.0-plugins-bad']
/** Firefox, and WebKit with a screen that nobody sees. */
const browserPackages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'gir1.2-webkit2-4.1',
  'python3-gi',
  ...webKitCodecs,
]
/**
 * Installs the browsers of `e2e/browsers/`. Where that is not possible, their journeys are left out.
 * @returns {string | null} a line about what is left out; null if everything is there.
 */
export function installBrowsers() {
  const isInstalled = (/** @type {string} */ name) =>
    spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' }).stdout === 'installed'
  const findMissing = () => browserPackages.filter((name) => !isInstalled(name))
  const missing = findMissing()
  if (missing.length > 0) install(...missing)
  const lacking = findMissing()
  return lacking.length === 0
    ? null
    : `Journeys in Firefox or WebKit are left out: Debian's ${lacking.join(', ')} could not be installed`
}
