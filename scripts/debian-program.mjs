// Finds a program that tests need, or installs it on Debian.
import { spawnSync } from 'node:child_process'

const installTimeoutMs = 300_000

/** @param {string} program */
const find = (program) => spawnSync('which', [program], { encoding: 'utf8' }).stdout?.trim()

/** @param {string} program @param {string} debianPackage */
function install(program, debianPackage) {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  process.stdout.write(`Installing ${program} (once)…\n`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
  }
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], options)
}

/**
 * @param {string} program @param {string} debianPackage
 * @returns {string} its path. Throws if it cannot be installed.
 */
function findProgram(program, debianPackage) {
  if (!find(program)) install(program, debianPackage)
  const found = find(program)
  if (!found) throw new Error(`no ${program} was found and none could be installed`)
  return found
}

/** Reads the metadata of pictures. */
export const findExiftool = () => findProgram('exiftool', 'libimage-exiftool-perl')
/** Makes a map file of an extract of OpenStreetMap. */
export const findTilemaker = () => findProgram('tilemaker', 'tilemaker')
