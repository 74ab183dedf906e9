import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import type { Batch } from './read-places.ts'
import type { Origin } from './reader.ts'
import type { Message } from './reading-process.ts'
import { UnreadableFile } from './source-file.ts'

const program = new URL('./reading-process.ts', import.meta.url)
/** Megabytes that a reader may take: a country needs 300. */
const memory = 2048
/** A reader that says nothing for so long has lost itself in a file. */
const silence = 120_000

/**
 * The batches of a file, read by a process of its own. Throws an UnreadableFile however that process ends, if not well.
 */
export async function* readInOwnProcess(path: string, { source, licence }: Origin): AsyncGenerator<Batch> {
  const child = fork(program, [path, source, licence], {
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: 'advanced',
    // What a dying process writes is for nobody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    for await (const message of messagesOf(child)) {
      if ('problem' in message) throw new UnreadableFile(message.problem)
      if ('end' in message) return
      yield message.batch
      child.send('next', () => undefined)
    }
    throw new UnreadableFile(await howItEnded(child))
  } finally {
    child.kill('SIGKILL')
  }
}

async function* messagesOf(child: ChildProcess): AsyncGenerator<Message> {
  const quiet = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => quiet.abort(), silence)
  }
  listen()
  try {
    for await (const [message] of on(child, 'message', { signal: quiet.signal, close: ['disconnect', 'error'] })) {
      listen()
      yield message as Message
    }
  } catch (error) {
    if (quiet.signal.aborted) throw new UnreadableFile('cannot be read: its reader stands still')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function howItEnded(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'exit', { signal: AbortSignal.timeout(silence) })
  return `cannot be read: its reader ended with ${child.signalCode ?? `code ${child.exitCode}`}`
}
