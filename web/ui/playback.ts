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
