import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mediaText } from '#server/media/media.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { RenderedPicture, RenderedVideo } from './render.ts'

/** `video`: with its cover. `stored`: the largest file of a picture, for the preview of a link. */
export type RenderRequest = { dataUrl: string } | { dataUrl: string; video: string } | { stored: Uint8Array }
export type RenderReply =
  | { rendered: RenderedPicture }
  | { renderedVideo: RenderedVideo }
  | { preview: Uint8Array }
  | { refused: Pick<Refusal, 'status' | 'message'> }
  | { failed: string }

const program = fileURLToPath(new URL('render-worker.ts', import.meta.url))
/**
 * From the first byte read to the last one written; then the child process is killed. The slowest pictures of 50
 * megapixels that we found (AVIF, interlaced PNG, progressive JPEG) take one to two seconds of CPU, of which the process
 * gets little while others with a higher priority are busy. The answer must come before an idle connection is closed,
 * after 60 seconds (`server/platform/http.ts`).
 */
const renderTimeoutMs = 45_000
/**
 * Of the heap, where the text of an upload and an index lie, but no pixels and no bytes. A video may claim to have
 * billions of frames; then the process ends at 400 MB, about as much as it needs for the largest video.
 */
const heapMb = 128
/** An idle child process ends after this, because it holds about 100 MB. */
const idleTimeoutMs = 30_000

/** Those that have no picture now, and the timers that end them. All picture stores of this process share them. */
const idleChildren = new Map<ChildProcess, NodeJS.Timeout>()
/** All that are running, also those with a picture. */
const children = new Set<ChildProcess>()
const interrupted = () => new Refusal(503, mediaText.interrupted, 5)

function startChild(): ChildProcess {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C reaches the whole process group, and would end a child that is still loading.
    detached: true,
  })
  children.add(child)
  const onEnd = () => {
    children.delete(child)
    forget(child)
  }
  child.on('exit', onEnd).on('error', onEnd)
  return child
}

function forget(child: ChildProcess): void {
  clearTimeout(idleChildren.get(child))
  idleChildren.delete(child)
}

/** Returns a child process that has no other picture, and keeps this process alive while it works. */
function takeChild(): ChildProcess {
  const [idle] = idleChildren.keys()
  const child = idle ?? startChild()
  forget(child)
  child.ref()
  child.channel?.ref()
  return child
}

/** Lets this process exit although the child is running, and ends the child when it stays idle. */
function release(child: ChildProcess): void {
  if (!child.connected || child.killed) return
  child.unref()
  child.channel?.unref()
  const timer = setTimeout(() => {
    forget(child)
    child.disconnect()
  }, idleTimeoutMs)
  idleChildren.set(child, timer.unref())
}

/** Sends one picture to a child process. Throws a Refusal 503 if the process ends instead of replying. */
function ask(child: ChildProcess, request: RenderRequest): Promise<RenderReply> {
  return new Promise((resolve, reject) => {
    const settle = (reply: RenderReply | null) => {
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      if (reply) resolve(reply)
      else reject(interrupted())
    }
    const onMessage = (reply: unknown) => settle(reply as RenderReply)
    const onEnd = () => settle(null)
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    child.send(request, (error) => {
      if (error) onEnd()
    })
  })
}

export const rendererPids = (): (number | undefined)[] => [...children].map(({ pid }) => pid)
/** The pids of the child processes that wait for a picture. */
export const idleRendererPids = (): (number | undefined)[] => [...idleChildren.keys()].map(({ pid }) => pid)

/** Throws a Refusal 413 or 415, or 503 when the process died or had to be killed. */
async function renderRequest<Reply extends RenderReply>(request: RenderRequest, timeoutMs: number): Promise<Reply> {
  const child = takeChild()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    const reply = await ask(child, request)
    if ('refused' in reply) throw new Refusal(reply.refused.status, reply.refused.message)
    if ('failed' in reply) throw new Error(reply.failed)
    return reply as Reply
  } finally {
    clearTimeout(timer)
    release(child)
  }
}

/**
 * Runs `render` in a child process, so that decoding neither slows the server down nor can crash it (decision 7). A
 * process has one picture at a time, so that a file that has to be stopped takes no other picture with it.
 * Throws a Refusal 413 or 415, or 503 when the process died or had to be killed.
 */
export const renderInChildProcess = async (dataUrl: string, timeoutMs = renderTimeoutMs): Promise<RenderedPicture> =>
  (await renderRequest<{ rendered: RenderedPicture }>({ dataUrl }, timeoutMs)).rendered

/**
 * Runs `renderVideo` likewise. A video is copied in less than a second: one with which the process dies, or has to be
 * killed, cannot be read. Throws a Refusal 400, 413 or 415.
 */
export async function renderVideoInChildProcess(
  { dataUrl, video }: { dataUrl: string; video: string },
  timeoutMs = renderTimeoutMs,
): Promise<RenderedVideo> {
  try {
    return (await renderRequest<{ renderedVideo: RenderedVideo }>({ dataUrl, video }, timeoutMs)).renderedVideo
  } catch (error) {
    throw error instanceof Refusal && error.status === 503 ? new Refusal(415, mediaText.videoUnreadable) : error
  }
}

/** Runs `renderPreview` likewise. */
export const renderPreviewInChildProcess = async (stored: Uint8Array): Promise<Buffer> =>
  Buffer.from((await renderRequest<{ preview: Uint8Array }>({ stored }, renderTimeoutMs)).preview)
