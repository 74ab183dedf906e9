// Installs and builds a clean checkout. Plain JavaScript for Node 20, because nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
const inRoot = (/** @type {string[]} */ ...parts) => path.join(root, ...parts)
const modifiedMs = (/** @type {string} */ file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Puts the project's own programs first on the path, above all Node 24, and lets it cache compiled code. */
export const environment = {
  NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
  ...process.env,
  PATH: `${inRoot('node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
}

/**
 * Runs a program on this terminal and waits for it. Ends this process if it fails.
 * @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export function run(program, args, env = environment) {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
  if (error) process.stderr.write(`dintorni: ${program}: ${error.message}\n`)
  if (status !== 0) process.exit(status ?? 1)
}

const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/** @param {string[]} args */
export function npm(args) {
  const cli = process.env.npm_execpath
  const all = [...args, ...quietly]
  if (cli?.endsWith('.js')) run(process.execPath, [cli, ...all], process.env)
  else run('npm', all, process.env)
}

/** Exists where `prune` has deleted what only building needs. */
export const prunedMark = inRoot('node_modules', '.pruned')

/**
 * Installs what building and running need, if `node_modules` is missing or older than the lock file. It contains Node 24
 * on Linux; elsewhere the operator installs it.
 * @param {{ withTests?: boolean }} [options] `withTests` adds what tests and benchmarks need. Nothing that is there is
 * touched: a server may be running from it.
 */
export function install({ withTests = false } = {}) {
  const installedLock = inRoot('node_modules', '.package-lock.json')
  const omit = withTests ? [] : ['--omit=dev']
  if (fs.existsSync(prunedMark)) {
    process.stdout.write('Installing what building needs…\n')
    npm(['install', '--no-save', ...omit])
    fs.rmSync(prunedMark)
  } else if (modifiedMs(installedLock) < modifiedMs(inRoot('package-lock.json'))) {
    process.stdout.write('Installing the dependencies (once)…\n')
    npm(['ci', ...omit])
  } else if (withTests && !fs.existsSync(inRoot('node_modules', 'vitest'))) {
    process.stdout.write('Installing what tests need (once)…\n')
    npm(['install', '--no-save'])
  }
  const { stdout } = spawnSync('node', ['--version'], { env: environment, encoding: 'utf8' })
  if (Number.parseInt(`${stdout}`.slice(1)) >= 24) return
  process.stderr.write(`dintorni: npm brings no Node 24 for ${process.platform} on ${process.arch}: install it first\n`)
  process.exit(1)
}

/** @param {string} folder @returns {number} the modification time of the newest file below, in milliseconds */
function newestIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, modifiedMs(path.join(entry.parentPath, entry.name))), 0)
}

/**
 * Runs a program on this terminal beside others. Ends this process if it fails.
 * @param {string} program @param {string[]} args
 */
async function runBeside(program, args) {
  const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) process.exit(code ?? 1)
}

/** Builds the web app and the base of the map, each if it is older than its sources. */
export async function build() {
  await Promise.all([buildWeb(), buildMapGround()])
  noteCommit()
}

/** Notes what was built, for operators (server/platform/version.ts). COMMIT says it where there is no clone. */
function noteCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = process.env.COMMIT || stdout?.trim() || ''
  fs.writeFileSync(inRoot('dist', 'commit'), `${commit}\n`)
}

async function buildMapGround() {
  const builtMs = modifiedMs(inRoot('dist', 'map', 'base.mbtiles'))
  const sourcesMs = Math.max(
    newestIn(inRoot('scripts', 'map-ground')),
    modifiedMs(inRoot('scripts', 'build-map-ground.ts')),
    modifiedMs(inRoot('server', 'map', 'archives', 'mbtiles-writer.ts')),
    newestIn(inRoot('server', 'places', 'directory')),
    modifiedMs(inRoot('package-lock.json')),
  )
  if (builtMs >= sourcesMs) return
  process.stdout.write('Building the map…\n')
  await runBeside('node', ['scripts/build-map-ground.ts'])
}

async function buildWeb() {
  const builtMs = modifiedMs(inRoot('dist', 'web', 'index.html'))
  const sourcesMs = Math.max(
    newestIn(inRoot('web')),
    newestIn(inRoot('contract')),
    modifiedMs(inRoot('vite.config.ts')),
    modifiedMs(inRoot('package-lock.json')),
  )
  if (builtMs >= sourcesMs) return
  process.stdout.write('Building the web app…\n')
  await runBeside('vite', ['build', '--logLevel', 'warn'])
}
