import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { RenderedPicture } from './render.ts'

export type RenderRequest = { id: number; dataUrl: string }
export type RenderReply =
  | { id: number; rendered: RenderedPicture }
  | { id: number; refused: Pick<Refusal, 'status' | 'message'> }
  | { id: number; failed: string }

const program = fileURLToPath(new URL('render-worker.ts', import.meta.url))
/** Longer than decoding may take; then the child process is killed. */
const requestTimeoutMs = 30_000
/** An idle child process ends after this, because it holds about 100 MB. */
const idleTimeoutMs = 30_000

type Pending = { resolve: (rendered: RenderedPicture) => void; reject: (error: unknown) => void }

// All picture stores of this process share one child process.
const pendingById = new Map<number, Pending>()
let lastId = 0
let runningChild: ChildProcess | null = null
let idleTimer: NodeJS.Timeout | undefined

function startChild(): ChildProcess {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const onExit = () => {
    if (runningChild !== child) return
    runningChild = null
    for (const { reject } of pendingById.values()) reject(interrupted())
  }
  child.on('message', onReply)
  child.once('exit', onExit)
  child.on('error', onExit)
  return child
}

const interrupted = () => new Refusal(503, mediaText.interrupted, 5)

function onReply(reply: RenderReply): void {
  const pending = pendingById.get(reply.id)
  if ('rendered' in reply) pending?.resolve(reply.rendered)
  else if ('refused' in reply) pending?.reject(new Refusal(reply.refused.status, reply.refused.message))
  else pending?.reject(new Error(reply.failed))
}

/** Keeps this process alive while the child works. */
function hold(child: ChildProcess): void {
  clearTimeout(idleTimer)
  child.ref()
  child.channel?.ref()
}

/** Lets this process exit although the child is running, and ends the child when it stays idle. */
function release(child: ChildProcess): void {
  if (pendingById.size > 0 || runningChild !== child) return
  child.unref()
  child.channel?.unref()
  idleTimer = setTimeout(() => {
    if (runningChild !== child) return
    runningChild = null
    child.disconnect()
  }, idleTimeoutMs).unref()
}

/** The pid of the child process, if one is running. */
export const rendererPid = (): number | undefined => runningChild?.pid

/**
 * Runs `render` in a child process, so that decoding neither slows the server down nor can crash it (decision 26).
 * Throws a Refusal 413 or 415, or 503 when the process died.
 */
export async function renderInChildProcess(dataUrl: string): Promise<RenderedPicture> {
  const child = (runningChild ??= startChild())
  hold(child)
  const id = ++lastId
  const timer = setTimeout(() => child.kill('SIGKILL'), requestTimeoutMs)
  try {
    return await new Promise<RenderedPicture>((resolve, reject) => {
      pendingById.set(id, { resolve, reject })
      child.send({ id, dataUrl } satisfies RenderRequest, (error) => {
        if (error) reject(interrupted())
      })
    })
  } finally {
    clearTimeout(timer)
    pendingById.delete(id)
    release(child)
  }
}
