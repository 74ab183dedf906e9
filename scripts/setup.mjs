// What a clean checkout needs before anything runs. Plain JavaScript for Node 20: nothing is installed yet.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
const inRoot = (/** @type {string[]} */ ...parts) => path.join(root, ...parts)
const modified = (/** @type {string} */ file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * The environment in which the project's own programs come first on the path, Node 24 above all, which keeps what it
 * has compiled.
 */
export const environment = {
  NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
  ...process.env,
  PATH: `${inRoot('node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
}

/**
 * Runs a program to its end, on this terminal. Ends this process when it fails.
 * @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export function run(program, args, env = environment) {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
  if (error) process.stderr.write(`dintorni: ${program}: ${error.message}\n`)
  if (status !== 0) process.exit(status ?? 1)
}

/** @param {string[]} args */
function npm(args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) run(process.execPath, [cli, ...args], process.env)
  else run('npm', args, process.env)
}

/**
 * Installs what the lock file says, when `node_modules` is missing or older than it. Node 24 is part of it on Linux;
 * elsewhere it is the operator's own.
 */
export function install() {
  const installed = inRoot('node_modules', '.package-lock.json')
  if (modified(installed) < modified(inRoot('package-lock.json'))) {
    process.stdout.write('Installing the dependencies (once)…\n')
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  const { stdout } = spawnSync('node', ['--version'], { env: environment, encoding: 'utf8' })
  if (Number.parseInt(`${stdout}`.slice(1)) >= 24) return
  process.stderr.write(`dintorni: npm brings no Node 24 for ${process.platform} on ${process.arch}: install it first\n`)
  process.exit(1)
}

/** @param {string} folder @returns {number} when the newest file below was changed, in milliseconds */
function newestIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, modified(path.join(entry.parentPath, entry.name))), 0)
}

/** Builds the web app when it is older than its sources. */
export function build() {
  const built = modified(inRoot('dist', 'web', 'index.html'))
  const sources = Math.max(
    newestIn(inRoot('web')),
    newestIn(inRoot('contract')),
    modified(inRoot('vite.config.ts')),
    modified(inRoot('package-lock.json')),
  )
  if (built >= sources) return
  process.stdout.write('Building the web app…\n')
  run('vite', ['build', '--logLevel', 'warn'])
}
