import fs from 'node:fs'
import os from 'node:os'
import { Refusal } from '#server/platform/refusal.ts'
import { render } from './render.ts'
import type { RenderingAnswer, RenderingAsk } from './renderer.ts'

// The process in which pictures are rendered: see renderer.ts.

/** Gives way to whoever reads, and still comes to its turn. */
const niceness = 5

/** On Linux that is a thread's: those to come inherit it, those of V8 are there before any line of a program runs. */
function giveWay(): void {
  os.setPriority(niceness)
  const threads = '/proc/self/task'
  if (fs.existsSync(threads)) for (const thread of fs.readdirSync(threads)) os.setPriority(Number(thread), niceness)
}

giveWay()

async function answer({ id, dataUrl }: RenderingAsk): Promise<RenderingAnswer> {
  try {
    return { id, rendered: await render(dataUrl) }
  } catch (error) {
    return error instanceof Refusal
      ? { id, refused: { status: error.status, message: error.message } }
      : { id, failed: String(error) }
  }
}

process.on('message', async (ask: RenderingAsk) => process.send?.(await answer(ask)))
process.on('disconnect', () => process.exit())
// A terminal, or what supervises the server, tells everybody in it to stop: the server ends what it has begun, and then this.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
