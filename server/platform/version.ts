import { readFile } from 'node:fs/promises'

/** Returns the version in package.json. */
export async function readVersion(): Promise<string> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
