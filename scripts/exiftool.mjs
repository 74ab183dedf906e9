// Finds exiftool, which reads the metadata of pictures, or installs it.
import { spawnSync } from 'node:child_process'

const find = () => spawnSync('which', ['exiftool'], { encoding: 'utf8' }).stdout?.trim()

function installDebianExiftool() {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  process.stdout.write('Installing exiftool (once)…\n')
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'libimage-exiftool-perl'], options)
}

/** @returns {string} its path. Throws if it cannot be installed. */
export function findExiftool() {
  if (!find()) installDebianExiftool()
  const found = find()
  if (!found) throw new Error('no exiftool was found and none could be installed')
  return found
}
