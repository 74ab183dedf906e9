import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import type { Batch } from './read-places.ts'
import type { Origin } from './reader.ts'
import type { ReaderMessage } from './reader-process.ts'
import { UnreadableFile } from './source-file.ts'

const program = new URL('./reader-process.ts', import.meta.url)
/** A country needs 300. */
const maxReaderMemoryMb = 2048
/** A reader that sends nothing for this long is killed. */
const readerTimeoutMs = 120_000

/** Reads a file in a process of its own. Throws an UnreadableFile if that process fails, in whatever way. */
export async function* readInProcess(path: string, { source, licence }: Origin): AsyncGenerator<Batch> {
  const child = fork(program, [path, source, licence], {
    execArgv: [`--max-old-space-size=${maxReaderMemoryMb}`],
    serialization: 'advanced',
    // Crash reports of the process are not for the operator.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    for await (const message of messagesOf(child)) {
      if ('problem' in message) throw new UnreadableFile(message.problem)
      if ('end' in message) return
      yield message.batch
      child.send('next', () => undefined)
    }
    throw new UnreadableFile(await describeEnd(child))
  } finally {
    child.kill('SIGKILL')
  }
}

async function* messagesOf(child: ChildProcess): AsyncGenerator<ReaderMessage> {
  const timeout = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), readerTimeoutMs)
  }
  restartTimer()
  try {
    for await (const [message] of on(child, 'message', { signal: timeout.signal, close: ['disconnect', 'error'] })) {
      restartTimer()
      yield message as ReaderMessage
    }
  } catch (error) {
    if (timeout.signal.aborted) throw new UnreadableFile('cannot be read: its reader stands still')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function describeEnd(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'exit', { signal: AbortSignal.timeout(readerTimeoutMs) })
  return `cannot be read: its reader ended with ${child.signalCode ?? `code ${child.exitCode}`}`
}
