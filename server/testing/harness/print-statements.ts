// Prints every declared statement as JSON: its text, and the file and line of the call of `statement`. Runs in its own
// process, because Node keeps the line numbers of TypeScript files and Vitest does not.
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { declaredStatements } from '#server/database/statement.ts'
import type { Database } from '#server/database/connect.ts'

export type DeclaredStatement = { file: string; line: number; text: string }

const noRows = { query: async () => ({ rows: [] }) } as unknown as Database
for (const file of globSync(['server/**/*.ts', 'demo/**/*.ts'], { exclude: ['**/*.test.ts', 'server/testing/**'] }))
  if (file.endsWith('.queries.ts') || file.startsWith('server/database/')) await import(pathToFileURL(file).href)

// The statements of an area are built when it is read for the first time.
const { createFeed } = await import('#server/feed/feed-page.queries.ts')
const { feedRadii } = await import('#contract/feed-radius.ts')
const findFeedPage = createFeed(noRows, () => ['0'])
const point = { latitude: 45.46, longitude: 9.19 }
for (const radius of feedRadii) await findFeedPage({ viewerId: 1, point, radius, limit: 10, offset: 0, cursor: null })

const declared = declaredStatements().map(({ text, declaredAt }): DeclaredStatement => {
  // Frames: `statement`, its caller.
  const [, caller = ''] = declaredAt.stack?.match(/file:\/\/\S+:\d+:\d+/g) ?? []
  const [, file = '', line = ''] = caller.match(/^file:\/\/(.+):(\d+):\d+$/) ?? []
  return { file, line: Number(line), text }
})
process.stdout.write(JSON.stringify(declared))
