import fs from 'node:fs'
import os from 'node:os'
import { expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { idleRendererPids, renderInChildProcess } from './renderer.ts'

test('Pictures are rendered in child processes that stay, all of whose threads have a lower priority', async () => {
  const images = await Promise.all([createPhoto(900, 600), createPhoto(300, 200)])
  const rendered = await Promise.all(images.map((image) => renderInChildProcess(image)))
  expect(rendered.map(({ width, height, files }) => ({ width, height, files: files.length }))).toEqual([
    { width: 900, height: 600, files: 3 },
    { width: 300, height: 200, files: 3 },
  ])
  const pids = idleRendererPids()
  expect(pids).toHaveLength(2)
  await renderInChildProcess(images[1] ?? '')
  expect(idleRendererPids().toSorted()).toEqual(pids.toSorted())
  for (const pid of pids) {
    const threads = fs.readdirSync(`/proc/${pid}/task`).map(Number)
    expect(threads.length).toBeGreaterThan(4)
    // Also where the tests run with a low priority themselves.
    for (const thread of threads) expect(os.getPriority(thread)).toBe(Math.min(19, os.getPriority() + 5))
  }
})

test('A picture that takes too long is refused with its process; the others are rendered', async () => {
  const image = await createPhoto()
  await renderInChildProcess(image)
  const [next] = idleRendererPids()
  process.kill(next ?? 0, 'SIGSTOP')
  const hopeless = expect(renderInChildProcess(image, 1)).rejects.toMatchObject({ status: 503 })
  const others = [renderInChildProcess(image), renderInChildProcess(image)]
  await hopeless
  for (const { files } of await Promise.all(others)) expect(files).toHaveLength(3)
  expect((await renderInChildProcess(image)).files).toHaveLength(3)
})

test('A process that dies while it waits is replaced', async () => {
  const image = await createPhoto()
  await renderInChildProcess(image)
  for (const pid of idleRendererPids()) process.kill(pid ?? 0, 'SIGKILL')
  await expect.poll(() => idleRendererPids()).toEqual([])
  expect((await renderInChildProcess(image)).files).toHaveLength(3)
})
