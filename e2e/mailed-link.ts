import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'

/** Waits for a letter with a link to this page. @returns the link's path, with its token. */
export async function mailedLink(dataDir: string, page: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  const find = async () => {
    const files = await readdir(outbox).catch(() => [])
    const letters = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
    return (
      letters
        .join('\n')
        .replaceAll('=\n', '')
        .replaceAll('=3D', '=')
        .match(new RegExp(`${page}#[\\w-]{43}`))?.[0] ?? ''
    )
  }
  await expect.poll(find).not.toBe('')
  return find()
}
