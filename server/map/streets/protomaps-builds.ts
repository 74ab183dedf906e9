import { UnfitArchive } from '#server/map/archives/archive.ts'

const listUrl = 'https://build-metadata.protomaps.dev/builds.json'
const buildsUrl = 'https://build.protomaps.com/'
const timeoutMs = 20_000

/** Returns the address of the newest public build of Protomaps. Throws an UnfitArchive if it is not known. */
export async function findNewestBuild(): Promise<string> {
  try {
    const reply = await fetch(listUrl, { signal: AbortSignal.timeout(timeoutMs) })
    const builds = (await reply.json()) as { key?: unknown }[]
    const keys = builds.flatMap(({ key }) => (typeof key === 'string' && /^\d{8}\.pmtiles$/.test(key) ? [key] : []))
    const newest = keys.toSorted().at(-1)
    if (newest) return buildsUrl + newest
  } catch {
    // Below.
  }
  throw new UnfitArchive(`the list of builds at ${listUrl} cannot be read: name an archive`, 'builds')
}
