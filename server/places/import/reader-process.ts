// Reads a file in a process of its own: a hostile file can exhaust or crash this process only. It sends a batch, and
// continues when the parent process has answered.
import { once } from 'node:events'
import { endProcess } from '#server/platform/end-process.ts'
import { type Batch, readPlaces } from './read-places.ts'
import { UnreadableFile } from './source-file.ts'

export type ReaderMessage = { batch: Batch } | { end: true } | { problem: string }

const [path = '', source = '', licence = ''] = process.argv.slice(2)
const send = (message: ReaderMessage) => process.send?.(message)

// The parent process has ended.
process.once('disconnect', () => endProcess(1))

try {
  for await (const batch of readPlaces(path, { source, licence })) {
    const answer = once(process, 'message')
    send({ batch })
    await answer
  }
  send({ end: true })
} catch (error) {
  send({
    problem:
      error instanceof UnreadableFile ? error.message : `cannot be read: ${(error as Error).message.split('\n')[0]}`,
  })
}
process.disconnect()
