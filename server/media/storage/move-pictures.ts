import { buffer } from 'node:stream/consumers'
import { fileNamesOf } from '#contract/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { findNamesAfter, findUnknownNames, type NamedPicture } from '#server/media/picture-writes.queries.ts'
import { pictureNameOf } from '#server/platform/picture-files.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { FileStore } from './file-store.ts'
import { inThreeTries } from './three-tries.ts'

/** Pictures that are copied at once; each has three files, of 1.3 MB at most. A video has 26 MB. */
const copiedAtOnce = 16
const videosAtOnce = 2
const namesPerStatement = 480

/** In pictures. `missing`: those with a row and without a file in the store that they are copied from. */
export type MoveCounts = { copied: number; present: number; missing: number }
type Move = { from: FileStore; to: FileStore; onProgress: (counts: MoveCounts) => void }

/**
 * Copies the files of all pictures that have a row to another store, and leaves the first as it is. A file that is
 * there already, in the same size, is not copied again, so a move continues after an interruption. Throws when a store
 * is unreachable.
 */
export async function copyPictures(db: Database, { from, to, onProgress }: Move): Promise<MoveCounts> {
  const counts: MoveCounts = { copied: 0, present: 0, missing: 0 }
  for (let after = ''; ;) {
    const found = await findNamesAfter(db, after, namesPerStatement)
    const copy = async (pictures: NamedPicture[], atOnce: number) => {
      for (let start = 0; start < pictures.length; start += atOnce) {
        const some = pictures.slice(start, start + atOnce)
        const outcomes = await Promise.all(some.map((one) => inThreeTries(() => copyPicture({ from, to }, one))))
        for (const outcome of outcomes) counts[outcome]++
        onProgress(counts)
      }
    }
    await copy(
      found.filter(({ has_video }) => !has_video),
      copiedAtOnce,
    )
    await copy(
      found.filter(({ has_video }) => has_video),
      videosAtOnce,
    )
    const last = found.at(-1)
    if (last === undefined) return counts
    after = last.name
  }
}

async function copyPicture(
  stores: Pick<Move, 'from' | 'to'>,
  { name, has_video }: NamedPicture,
): Promise<keyof MoveCounts> {
  const outcomes = await Promise.all(fileNamesOf(name, has_video).map((file) => copyFile(stores, file)))
  return (['missing', 'copied', 'present'] as const).find((outcome) => outcomes.includes(outcome))!
}

async function copyFile({ from, to }: Pick<Move, 'from' | 'to'>, file: string): Promise<keyof MoveCounts> {
  const [size, copiedSize] = await Promise.all([from.findSize(file), to.findSize(file)])
  // Without the first file, a copy may come from the move before, or be the only one.
  if (size === null) return copiedSize === null ? 'missing' : 'present'
  if (size === copiedSize) return 'present'
  const data = await from.read(file).then(buffer).catch(nullIfDeleted)
  if (!data) return 'missing'
  await to.put(file, data)
  if ((await to.findSize(file)) !== data.length)
    throw new Error(`a file of ${data.length} bytes arrived in another size`)
  return 'copied'
}

function nullIfDeleted(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null
  throw error
}

/**
 * Deletes the files of a store that belong to no picture: copies of what was deleted during a move, and what is missing
 * in a database that was restored from a backup. It lists the store. Servers may be writing to it.
 * @param isCounting counts them only.
 * @returns how many pictures they were of.
 */
export async function deleteOrphans(db: Database, files: FileStore, isCounting: boolean): Promise<number> {
  const orphans = new Set<string>()
  for await (const page of files.list()) {
    const names = [...new Set(page.map(nameOf))]
    const unknown = new Set((await findUnknownNames(db, names)).map(({ name }) => name))
    for (const name of unknown) orphans.add(name)
    if (isCounting) continue
    const deleted = page.filter((file) => unknown.has(nameOf(file)))
    for (let start = 0; start < deleted.length; start += copiedAtOnce)
      await Promise.all(
        deleted.slice(start, start + copiedAtOnce).map((file) => inThreeTries(() => files.remove(file))),
      )
  }
  return orphans.size
}

const nameOf = (file: string) => pictureNameOf(file) ?? file
