import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureFileName, videoFileName } from '#contract/pictures.ts'
import { openBucket } from '#server/testing/fixtures/bucket.ts'
import { type S3Server, startS3Server } from '#server/testing/harness/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

let s3: S3Server
let folder: string
beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-store-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

const newFile = (width = 320) => pictureFileName(randomBytes(18).toString('base64url'), width)

type Store = {
  open: () => Promise<FileStore>
  /** Adds files without the store, which signs each request. */
  addFiles: (files: string[]) => Promise<void>
  addForeign: () => Promise<void>
}
const addObjects = (keys: string[]) => {
  for (const key of keys) s3.objects.set(key, { data: Buffer.from('x'), type: 'text/plain', modifiedAt: new Date() })
}

const stores: Record<string, Store> = {
  folder: {
    open: () => openFolderStore(path.join(folder, 'media')),
    async addFiles(files) {
      for (const file of files) await writeFile(path.join(folder, 'media', file), 'x')
    },
    addForeign: () => writeFile(path.join(folder, 'media', 'note.txt'), 'x'),
  },
  bucket: {
    open: () => openBucket(s3, 'photos/of-milano'),
    addFiles: async (files) => addObjects(files.map((file) => `photos/of-milano/${file}`)),
    addForeign: async () => addObjects(['photos/of-milano/note.txt', `photos/of-milano-2/${newFile()}`, newFile()]),
  },
  'bucket without a prefix': {
    open: () => openBucket(s3, ''),
    addFiles: async (files) => addObjects(files),
    addForeign: async () => undefined,
  },
}

describe.each(Object.entries(stores))('A %s', (_name, { open, addFiles, addForeign }) => {
  let store: FileStore
  beforeAll(async () => {
    store = await open()
  })
  const data = randomBytes(200_000)

  test('gives back what was put into it, whole, and knows its size', async () => {
    const file = newFile()
    await store.put(file, data)
    expect(await buffer(await store.read(file))).toEqual(data)
    expect(await store.findSize(file)).toBe(data.length)
  })

  test('has no file that was not put into it', async () => {
    await expect(store.read(newFile())).rejects.toMatchObject({ status: 404 })
    expect(await store.findSize(newFile())).toBeNull()
    await expect(store.copy(newFile(), newFile())).rejects.toThrow(/./)
  })

  test('copies a file, and each copy is deleted alone', async () => {
    const [original, copy] = [newFile(), newFile()]
    await store.put(original, data)
    await store.copy(original, copy)
    await store.remove(original)
    await expect(store.read(original)).rejects.toMatchObject({ status: 404 })
    expect(await buffer(await store.read(copy))).toEqual(data)
  })

  test('deletes a file once, and does not mind twice', async () => {
    const file = newFile()
    await store.put(file, data)
    await Promise.all([store.remove(file), store.remove(file)])
    await store.remove(file)
    expect(await store.findSize(file)).toBeNull()
  })

  test('lists its pictures page by page, and nothing else', async () => {
    const own = await open()
    for await (const page of own.list()) for (const file of page) await own.remove(file)
    await addForeign()
    const files = [...Array.from({ length: 1100 }, () => newFile()), videoFileName('a'.repeat(24))]
    await addFiles(files)
    const pages: string[][] = []
    for await (const page of own.list()) pages.push(page)
    expect(pages.flat().toSorted()).toEqual(files.toSorted())
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(1000)
    s3.objects.clear()
  })

  test('takes pictures now', async () => {
    await expect(store.refuseWhenUnavailable()).resolves.toBeUndefined()
  })
})
