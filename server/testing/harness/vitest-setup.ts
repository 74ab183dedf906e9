import type { TestProject } from 'vitest/node'
import { prepareDatabase } from './prepared-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedDatabase: string
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await prepareDatabase()
  project.provide('preparedDatabase', url)
  return stop
}
