/**
 * The process in which a file is read, apart from the one that writes: whatever a file does to its reader, it does
 * here. It sends a batch, and goes on when it is told to.
 */
import { once } from 'node:events'
import { type Batch, readPlaces } from './read-places.ts'
import { UnreadableFile } from './source-file.ts'

export type Message = { batch: Batch } | { end: true } | { problem: string }

const [path = '', source = '', licence = ''] = process.argv.slice(2)
const send = (message: Message) => process.send?.(message)

// Who asked is gone.
process.once('disconnect', () => process.exit(1))

try {
  for await (const batch of readPlaces(path, { source, licence })) {
    const heard = once(process, 'message')
    send({ batch })
    await heard
  }
  send({ end: true })
} catch (error) {
  send({
    problem:
      error instanceof UnreadableFile ? error.message : `cannot be read: ${(error as Error).message.split('\n')[0]}`,
  })
}
process.disconnect()
