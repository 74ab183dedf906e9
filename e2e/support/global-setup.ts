import { keepFilesInMemory } from '#server/testing/harness/files-in-memory.ts'
import { prepareDatabase } from '#server/testing/harness/prepared-database.ts'

/** Runs before all journeys; the returned function runs after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  await keepFilesInMemory()
  const { url, stop } = await prepareDatabase()
  process.env.PREPARED_DATABASE = url
  return stop
}
