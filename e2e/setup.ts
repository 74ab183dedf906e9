import { prepareDatabase } from '#server/testing/prepared-database.ts'

/** Runs before all journeys; what it returns runs after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await prepareDatabase()
  process.env.PREPARED_DATABASE = url
  return stop
}
