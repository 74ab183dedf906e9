import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readCommit } from './version.ts'

test('The commit is that of the last build, and empty where nothing was built from a clone', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-version-'))
  const file = pathToFileURL(path.join(folder, 'commit'))
  expect(await readCommit(file)).toBe('')
  await writeFile(file, 'c278289\n')
  expect(await readCommit(file)).toBe('c278289')
  await rm(folder, { recursive: true })
})
