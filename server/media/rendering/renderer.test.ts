import fs from 'node:fs'
import os from 'node:os'
import { expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { rendererPid, renderInChildProcess } from './renderer.ts'

test('Pictures are rendered in one child process, all of whose threads have a lower priority', async () => {
  const images = await Promise.all([createPhoto(900, 600), createPhoto(300, 200)])
  const first = renderInChildProcess(images[0] ?? '')
  const pid = rendererPid()
  const rendered = await Promise.all([first, renderInChildProcess(images[1] ?? '')])
  expect(rendered.map(({ width, height, files }) => ({ width, height, files: files.length }))).toEqual([
    { width: 900, height: 600, files: 3 },
    { width: 300, height: 200, files: 3 },
  ])
  expect(rendererPid()).toBe(pid)
  const threads = fs.readdirSync(`/proc/${pid}/task`).map(Number)
  expect(threads.length).toBeGreaterThan(4)
  for (const thread of threads) expect(os.getPriority(thread)).toBeGreaterThan(os.getPriority())
})

test('When the child process dies, pending pictures get a 503 and the next picture is rendered', async () => {
  await renderInChildProcess(await createPhoto())
  const pid = rendererPid() ?? 0
  process.kill(pid, 'SIGSTOP')
  const image = await createPhoto()
  const waiting = Promise.allSettled([renderInChildProcess(image), renderInChildProcess(image)])
  process.kill(pid, 'SIGKILL')
  expect((await waiting).map((one) => one.status === 'rejected' && (one.reason as { status: number }).status)).toEqual([
    503, 503,
  ])
  expect((await renderInChildProcess(image)).files).toHaveLength(3)
  expect(rendererPid()).not.toBe(pid)
})
