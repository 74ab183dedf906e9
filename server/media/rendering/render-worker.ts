import fs from 'node:fs'
import os from 'node:os'
import { endProcess } from '#server/platform/end-process.ts'
import { loweredPriority } from '#server/platform/priority.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { render, renderPreview, renderVideo } from './render.ts'
import type { RenderReply, RenderRequest } from './renderer.ts'

// The child process of renderer.ts.

/** Yields to the server and still gets its turn. */
const steps = 5

/**
 * Lowers the priority of every thread. On Linux priority belongs to a thread: later ones inherit it, those of V8 exist
 * before the first line of a program runs.
 */
function lowerPriority(): void {
  const priority = loweredPriority(steps)
  os.setPriority(priority)
  const threads = '/proc/self/task'
  if (fs.existsSync(threads)) for (const thread of fs.readdirSync(threads)) os.setPriority(Number(thread), priority)
}

lowerPriority()

async function reply(request: RenderRequest): Promise<RenderReply> {
  try {
    if ('stored' in request) return { preview: await renderPreview(request.stored) }
    if ('video' in request) return { renderedVideo: await renderVideo(request.video, request.dataUrl) }
    return { rendered: await render(request.dataUrl) }
  } catch (error) {
    return error instanceof Refusal
      ? { refused: { status: error.status, message: error.message } }
      : { failed: String(error) }
  }
}

process.on('message', async (request: RenderRequest) => process.send?.(await reply(request)))
process.on('disconnect', () => endProcess(0))
// Signals reach the whole process group. The server finishes its work first and then disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
