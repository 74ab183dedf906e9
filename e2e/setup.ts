import { keepFilesInMemory } from '#server/testing/files-in-memory.ts'
import { prepareDatabase } from '#server/testing/prepared-database.ts'

/** Runs before all journeys; what it returns runs after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  await keepFilesInMemory()
  const { url, stop } = await prepareDatabase()
  process.env.PREPARED_DATABASE = url
  return stop
}
