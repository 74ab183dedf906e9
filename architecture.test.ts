import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult, type ICruiseOptions } from 'dependency-cruiser'
import { afterAll, expect, test } from 'vitest'
import rules from './architecture.cjs'

const folders = ['contract', 'server', 'web', 'demo', 'scripts', 'bench', 'attack', 'e2e']

async function check(baseDir: string): Promise<ICruiseResult> {
  const present = folders.filter((folder) => fs.existsSync(path.join(baseDir, folder)))
  const { output } = await cruise(present, {
    ...rules.options,
    validate: true,
    ruleSet: { forbidden: rules.forbidden ?? [] },
    baseDir,
  } as ICruiseOptions)
  return output as ICruiseResult
}

test('The code keeps the import rules', async () => {
  const { modules, summary } = await check(import.meta.dirname)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  // Guards against a run that reads no files or sees no imports.
  for (const folder of ['contract/', 'server/', 'web/', 'demo/', 'bench/', 'attack/', 'e2e/'])
    expect(modules.filter(({ source }) => source.startsWith(folder)).length).toBeGreaterThan(3)
  expect(modules.find(({ source }) => source === 'server/app.ts')?.dependencies.length).toBeGreaterThan(10)
}, 60_000)

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'dintorni-import-rules-'))
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

/** Creates a project of two files, of which the first imports the second. */
function createProject(name: string, from: string, to: string): string {
  const project = path.join(scratch, name)
  for (const file of [from, to]) fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  fs.writeFileSync(path.join(project, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(path.join(project, to), 'export const thing = 1\n')
  const specifier = path.relative(path.dirname(from), to)
  fs.writeFileSync(
    path.join(project, from),
    `import { thing } from '${specifier.startsWith('.') ? specifier : `./${specifier}`}'\nexport const other = thing\n`,
  )
  return project
}

test.each([
  ['contract-imports-only-zod', 'contract/posts.ts', 'server/posts/posts.rules.ts'],
  ['server-and-web-share-only-the-contract', 'web/posts/PostCard.tsx', 'server/posts/posts.rules.ts'],
  ['no-zod-in-the-browser', 'web/posts/PostCard.tsx', 'contract/posts.ts'],
  ['base-layer-imports-no-feature', 'server/platform/http.ts', 'server/auth/auth.queries.ts'],
  ['ui-imports-no-router-and-no-api', 'web/ui/Avatar.tsx', 'web/platform/api.ts'],
  ['sql-lives-in-queries', 'server/posts/posts.actions.ts', 'server/database/statement.ts'],
  ['rules-are-pure', 'server/posts/posts.rules.ts', 'server/posts/posts.queries.ts'],
  ['only-the-app-imports-routes', 'server/feed/feed.queries.ts', 'server/posts/posts.routes.ts'],
  ['only-the-app-imports-pages', 'web/feed/FeedPage.tsx', 'web/posts/LikesPage.tsx'],
  ['server-features-share-queries-rules-views', 'server/feed/feed.routes.ts', 'server/posts/posts.actions.ts'],
  ['web-features-share-components-and-api', 'web/feed/FeedPage.tsx', 'web/posts/posts.text.ts'],
  ['aggregators-are-not-imported', 'server/posts/posts.actions.ts', 'server/feed/feed.queries.ts'],
  ['no-grab-bags', 'server/posts/posts.actions.ts', 'server/posts/utils.ts'],
  ['server-imports-only-contract-server-demo', 'server/posts/posts.actions.ts', 'bench/statistics.ts'],
  ['scripts-are-imported-by-scripts', 'bench/bench.ts', 'scripts/command.ts'],
  ['web-app-is-imported-by-no-feature', 'web/posts/PostCard.tsx', 'web/app/App.tsx'],
  ['navigation-imports-no-feature', 'web/navigation/go-back.ts', 'web/posts/PostCard.tsx'],
  ['nothing-unresolved', 'server/posts/posts.actions.ts', 'server/posts/gone.ts'],
])('A violation of the rule %s is reported', async (rule, from, to) => {
  const project = createProject(rule, from, to)
  if (rule === 'nothing-unresolved') fs.rmSync(path.join(project, to))
  const { summary } = await check(project)
  expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule)
})

test('A cycle of types is reported', async () => {
  const project = createProject('no-cycles', 'server/posts/posts.views.ts', 'server/posts/posts.rules.ts')
  fs.appendFileSync(
    path.join(project, 'server/posts/posts.rules.ts'),
    "export type { other } from './posts.views.ts'\n",
  )
  const { summary } = await check(project)
  expect(summary.violations.map((violation) => violation.rule.name)).toContain('no-cycles')
})
