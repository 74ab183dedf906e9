import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rendered } from './render.ts'

/** What the process is asked, and what it says. */
export type RenderingAsk = { id: number; dataUrl: string }
export type RenderingAnswer =
  | { id: number; rendered: Rendered }
  | { id: number; refused: Pick<Refusal, 'status' | 'message'> }
  | { id: number; failed: string }

const program = fileURLToPath(new URL('rendering-process.ts', import.meta.url))
/** Milliseconds: longer than decoding may take. */
const patience = 30_000
/** Milliseconds after which a process that nobody needs ends: it holds some 100 MB. */
const idleLimit = 30_000

const waiting = new Map<number, { resolve: (rendered: Rendered) => void; reject: (error: unknown) => void }>()
let asked = 0
let running: ChildProcess | null = null
let idle: NodeJS.Timeout | undefined

/** One for all stores of this process. */
function start(): ChildProcess {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const leave = () => {
    if (running !== child) return
    running = null
    for (const { reject } of waiting.values()) reject(interrupted())
  }
  child.on('message', settle)
  child.once('exit', leave)
  child.on('error', leave)
  return child
}

const interrupted = () => new Refusal(503, mediaText.interrupted, 5)

function settle(answer: RenderingAnswer): void {
  const asking = waiting.get(answer.id)
  if ('rendered' in answer) asking?.resolve(answer.rendered)
  else
    asking?.reject(
      'refused' in answer ? new Refusal(answer.refused.status, answer.refused.message) : new Error(answer.failed),
    )
}

/** Nothing waits for a process that has nothing to do; whoever ends takes it along. */
function hold(child: ChildProcess): void {
  clearTimeout(idle)
  child.ref()
  child.channel?.ref()
}
function release(child: ChildProcess): void {
  if (waiting.size > 0 || running !== child) return
  child.unref()
  child.channel?.unref()
  idle = setTimeout(() => {
    if (running !== child) return
    running = null
    child.disconnect()
  }, idleLimit).unref()
}

/** The process in which pictures are rendered, if there is one now. */
export const rendererPid = (): number | undefined => running?.pid

/**
 * `render`, in a process of its own: decoding takes no time from those who read, and a file that brings a decoder down
 * brings nothing else down. Throws a Refusal 413 or 415, or 503 when the process ended.
 */
export async function renderElsewhere(dataUrl: string): Promise<Rendered> {
  const child = (running ??= start())
  hold(child)
  const id = ++asked
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  try {
    return await new Promise<Rendered>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      child.send({ id, dataUrl } satisfies RenderingAsk, (error) => {
        if (error) reject(interrupted())
      })
    })
  } finally {
    clearTimeout(timer)
    waiting.delete(id)
    release(child)
  }
}
