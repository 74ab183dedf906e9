import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'

/** Waits for an e-mail with a link to a page. @returns the link's path with its token. */
export async function waitForMailedLink(dataDir: string, page: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  const find = async () => {
    const files = await readdir(outbox).catch(() => [])
    const emails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
    return (
      emails
        .join('\n')
        .replaceAll('=\n', '')
        .replaceAll('=3D', '=')
        .match(new RegExp(`${page}#[\\w-]{43}`))?.[0] ?? ''
    )
  }
  await expect.poll(find).not.toBe('')
  return find()
}
