import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const source = path.resolve('server/testing/generated-client')
const bin = path.resolve('node_modules/.bin')

const app = useTestApp()
let folder: string
let document: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-openapi-'))
  document = await (await app.createVisitor().request('/api/openapi.json')).text()
})
afterAll(() => rm(folder, { recursive: true }))

test('The document has nothing that Redocly’s linter complains of', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: document, config })
  expect(problems.map(({ ruleId, message, location: [where] }) => `${ruleId} ${where?.pointer}: ${message}`)).toEqual(
    [],
  )
  // It can complain.
  const withoutServers = JSON.stringify({ ...(JSON.parse(document) as object), servers: [] })
  expect(await lintFromString({ source: withoutServers, config })).toHaveLength(1)
})

test('A program written against generated types registers, posts a picture with a token and reads the feed', async () => {
  await writeFile(path.join(folder, 'openapi.json'), document)
  fs.copyFileSync(path.join(source, 'journey.ts'), path.join(folder, 'journey.ts'))
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: folder })).stdout
  await run(path.join(source, 'node_modules/.bin/openapi-typescript'), 'openapi.json', '-o', 'schema.d.ts')
  const compilerOptions = {
    ...(JSON.parse(fs.readFileSync('tsconfig.json', 'utf8')) as { compilerOptions: object }).compilerOptions,
    types: ['node'],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['journey.ts'] }))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await run(path.join(bin, 'tsc'), '-p', '.')
  const output = await run(path.join(bin, 'node'), 'journey.ts', app.url, await createPhoto(640, 480))
  const { author, post, shown, image } = JSON.parse(output) as Record<string, unknown>
  expect(shown).toBe(post)
  expect(image).toMatch(/^\/media\/.+-1280\.webp$/)
  const row = await sql<{ author_id: number }>`SELECT author_id FROM posts WHERE id = ${Number(post)}`.first(app.db)
  expect(row?.author_id).toBe(author)
})
