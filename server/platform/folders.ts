import fs from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Creates a folder of the operator's and those above it, if need be, and checks that it can be written to. Node's own
 * `recursive` never ends where nothing can be created, as in /proc. Throws a ConfigError.
 * @param variable that names the folder.
 * @returns the topmost folder that it created; undefined if all were there.
 */
export function createFolder(variable: string, folder: string): string | undefined {
  try {
    const created = createWithParents(folder, 0o700)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return created
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${variable}: ${folder} must be a folder that the user may create and write to (${code})`)
  }
}

function createWithParents(folder: string, mode?: number): string | undefined {
  if (fs.existsSync(folder)) {
    // Throws for a file, and for what stands below one.
    fs.closeSync(fs.openSync(folder, fs.constants.O_DIRECTORY))
    return undefined
  }
  const created = path.dirname(folder) === folder ? undefined : createWithParents(path.dirname(folder))
  try {
    fs.mkdirSync(folder, mode)
    return created ?? folder
  } catch (error) {
    // Another server may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return created
  }
}
