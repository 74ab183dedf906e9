import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Runs a program of one module, which is given `endProcess`. @returns its exit code and what it has printed. */
async function runProgram(body: string): Promise<{ code: number; out: string }> {
  const module = new URL('./end-process.ts', import.meta.url)
  const source = `import { endProcess } from ${JSON.stringify(module.href)}\n${body}`
  const child = spawn('node_modules/.bin/node', ['--input-type=module', '--eval', source], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let out = ''
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code, out }
}

test('A process ends with its code, though a server listens and its parent could send messages', async () => {
  const body = `
    import { createServer } from 'node:net'
    process.on('message', () => undefined)
    createServer().listen(0, '127.0.0.1', () => endProcess(3))`
  expect(await runProgram(body)).toEqual({ code: 3, out: '' })
})

test('Work that was begun before is finished when it takes less than a second', async () => {
  const body = `
    setTimeout(() => console.log('finished'), 20)
    endProcess(0)`
  expect(await runProgram(body)).toEqual({ code: 0, out: 'finished\n' })
})
