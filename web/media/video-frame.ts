/** A video of the device, opened to look at it: `close` frees its memory. */
export type OpenedVideo = {
  url: string
  seconds: number
  /** Returns what is seen at a moment. */
  frameAt: (second: number) => Promise<Blob>
  close: () => void
}

const openTimeoutMs = 20_000
const seekTimeoutMs = 10_000
const quality = 0.9

/** Waits for an event of a video. Rejects when it fails or takes too long. */
function until(video: HTMLVideoElement, event: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settling = new AbortController()
    const settle = (act: () => void) => () => {
      settling.abort()
      act()
    }
    const options = { signal: settling.signal }
    video.addEventListener(event, settle(resolve), options)
    video.addEventListener(
      'error',
      settle(() => reject(new Error(video.error?.message ?? event))),
      options,
    )
    const timer = setTimeout(
      settle(() => reject(new Error(`no ${event}`))),
      timeoutMs,
    )
    settling.signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** Opens a video as the browser plays it. Rejects for a file that the browser cannot play. */
export async function openVideo(file: Blob): Promise<OpenedVideo> {
  const url = URL.createObjectURL(file)
  try {
    return await openUrl(url)
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

async function openUrl(url: string): Promise<OpenedVideo> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  // A frame loads when it is looked for: WebKitGTK fails to open every other file of the device with `auto`.
  video.preload = 'metadata'
  video.src = url
  await until(video, 'loadedmetadata', openTimeoutMs)
  // What a browser has recorded says how long it is at its end only.
  if (!Number.isFinite(video.duration)) {
    video.currentTime = Number.MAX_SAFE_INTEGER
    await until(video, 'durationchange', openTimeoutMs)
  }
  let inTurn = Promise.resolve()
  const draw = async (second: number) => {
    video.currentTime = second
    await until(video, 'seeked', seekTimeoutMs)
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no frame'))), 'image/jpeg', quality),
    )
  }
  return {
    url,
    seconds: video.duration,
    frameAt(second) {
      const frame = inTurn.then(() => draw(second))
      inTurn = frame.then(
        () => undefined,
        () => undefined,
      )
      return frame
    },
    close() {
      video.removeAttribute('src')
      URL.revokeObjectURL(url)
    },
  }
}
