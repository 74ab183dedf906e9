import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult, type ICruiseOptions } from 'dependency-cruiser'
import { afterAll, expect, test } from 'vitest'
import laws from './architecture.cjs'

const folders = ['contract', 'server', 'web', 'demo', 'scripts']

async function check(baseDir: string): Promise<ICruiseResult> {
  const present = folders.filter((folder) => fs.existsSync(path.join(baseDir, folder)))
  const { output } = await cruise(present, {
    ...laws.options,
    validate: true,
    ruleSet: { forbidden: laws.forbidden ?? [] },
    baseDir,
  } as ICruiseOptions)
  return output as ICruiseResult
}

test('The house keeps its import laws', async () => {
  const { modules, summary } = await check(import.meta.dirname)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  // A cruise that reads nothing breaks no law: it must have read the house, and seen imports in it.
  for (const folder of ['contract/', 'server/', 'web/'])
    expect(modules.filter(({ source }) => source.startsWith(folder)).length).toBeGreaterThan(8)
  expect(modules.find(({ source }) => source === 'server/app.ts')?.dependencies.length).toBeGreaterThan(10)
}, 60_000)

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'dintorni-laws-'))
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

/** A house of two files in which the first imports the second. */
function smallHouse(name: string, from: string, to: string): string {
  const house = path.join(scratch, name)
  for (const file of [from, to]) fs.mkdirSync(path.dirname(path.join(house, file)), { recursive: true })
  fs.writeFileSync(path.join(house, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(path.join(house, to), 'export const thing = 1\n')
  const specifier = path.relative(path.dirname(from), to)
  fs.writeFileSync(
    path.join(house, from),
    `import { thing } from '${specifier.startsWith('.') ? specifier : `./${specifier}`}'\nexport const other = thing\n`,
  )
  return house
}

test.each([
  ['contract-imports-only-zod', 'contract/posts.ts', 'server/posts/posts.rules.ts'],
  ['server-and-web-meet-in-the-contract', 'web/posts/PostCard.tsx', 'server/posts/posts.rules.ts'],
  ['no-zod-in-the-page', 'web/posts/PostCard.tsx', 'contract/posts.ts'],
  ['the-ground-knows-no-room', 'server/platform/http.ts', 'server/auth/auth.queries.ts'],
  ['ui-knows-no-router-and-no-server', 'web/ui/Avatar.tsx', 'web/platform/api.ts'],
  ['sql-lives-in-queries', 'server/posts/posts.actions.ts', 'server/database/statement.ts'],
  ['rules-are-pure', 'server/posts/posts.rules.ts', 'server/posts/posts.queries.ts'],
  ['only-the-app-plugs-rooms-in', 'server/feed/feed.queries.ts', 'server/posts/posts.routes.ts'],
  ['only-the-app-shows-pages', 'web/feed/FeedPage.tsx', 'web/posts/LikesPage.tsx'],
  ['a-server-room-is-entered-by-queries-rules-or-views', 'server/feed/feed.routes.ts', 'server/posts/posts.actions.ts'],
  ['a-web-room-is-entered-by-components-or-api', 'web/feed/FeedPage.tsx', 'web/posts/posts.text.ts'],
  ['readers-are-read-by-nobody', 'server/posts/posts.actions.ts', 'server/feed/feed.queries.ts'],
  ['no-drawers', 'server/posts/posts.actions.ts', 'server/posts/utils.ts'],
  ['nothing-unresolved', 'server/posts/posts.actions.ts', 'server/posts/gone.ts'],
])('The law %s is noticed when it is broken', async (law, from, to) => {
  const house = smallHouse(law, from, to)
  if (law === 'nothing-unresolved') fs.rmSync(path.join(house, to))
  const { summary } = await check(house)
  expect(summary.violations.map(({ rule }) => rule.name)).toContain(law)
})
