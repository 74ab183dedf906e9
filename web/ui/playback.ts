type Connection = { saveData?: boolean; effectiveType?: string }

const slowTypes = ['slow-2g', '2g', '3g']

/** Whether a video may begin without being asked: not where people want no motion, or data is slow or dear. */
export function playsByItself(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const isDear = connection?.saveData === true || slowTypes.includes(connection?.effectiveType ?? '')
  return !isDear && !window.matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
}

let playing: HTMLVideoElement | null = null

/** Pauses the video that plays: one plays at a time. */
export function takeTurn(next: HTMLVideoElement | null): void {
  if (playing !== next) playing?.pause()
  playing = next
}

/**
 * Plays a video, and mutes it where the browser refuses to play it with sound: Safari does when the code that shows it
 * had to load after the press.
 */
export async function play(video: HTMLVideoElement, onRefused?: () => void): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    // Others: a pause that came first, or a file that cannot be played, which says so itself.
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    if (video.muted) return onRefused?.()
    video.muted = true
    await play(video, onRefused)
  }
}
