import { readFile } from 'node:fs/promises'

/** Returns the version in package.json. */
export async function readVersion(): Promise<string> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}

/** Written by `npm run build`: a service may not run git in a folder of root, and an image has no clone. */
const builtCommit = new URL('../../dist/commit', import.meta.url)

/** Returns the commit that was built, in short; empty where it is unknown. */
export const readCommit = async (file: URL = builtCommit): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim()

/** Returns the version with the commit: `0.1.0 (c278289)`. */
export async function describeVersion(): Promise<string> {
  const [version, commit] = await Promise.all([readVersion(), readCommit()])
  return commit ? `${version} (${commit})` : version
}
