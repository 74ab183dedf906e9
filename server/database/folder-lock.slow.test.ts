import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const contenders = 8
const rounds = 3

let folder: string
let children: ChildProcess[]
/** Written once: a contender that reads while another one writes finds nothing. */
let script: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-lock-'))
  children = []
  script = path.join(folder, 'contender.ts')
  await writeFile(
    script,
    `
    const { lockFolder } = await import(${JSON.stringify(path.resolve('server/database/folder-lock.ts'))})
    setInterval(() => undefined, 60_000)
    process.on('message', () => lockFolder(${JSON.stringify(folder)}, 'data').then(
      () => process.send('locked'), (error) => process.send(error.message)))
    process.send('loaded')
  `,
  )
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** A process that tries to lock the folder on request, and reports the result. */
async function startContender(): Promise<{ child: ChildProcess; tryToLock: () => Promise<string> }> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  await once(child, 'message')
  return {
    child,
    async tryToLock() {
      child.send('now')
      const [answer] = (await once(child, 'message')) as [string]
      return answer
    },
  }
}

test('Of servers that start at once on one folder exactly one gets it, also after one that was killed', async () => {
  for (let round = 0; round < rounds; round++) {
    const started = await Promise.all(Array.from({ length: contenders }, startContender))
    const answers = await Promise.all(started.map(({ tryToLock }) => tryToLock()))
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: contenders - 1 }, () => 'DATA_DIR: data is in use by another Dintorni server'),
      'locked',
    ])
    // Its socket stays behind for the next round.
    await Promise.all(
      started.map(({ child }) => {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        return ended
      }),
    )
  }
})
