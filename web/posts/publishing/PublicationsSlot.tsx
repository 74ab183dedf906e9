import { useFirstPaint } from '#web/ui/first-paint.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const load = () => import('./Publications.tsx')
const Publications = lazyPart(async () => (await load()).Publications)

/** The posts that the viewer is publishing, above the feed. It loads after the first paint: mostly there is nothing. */
export function PublicationsSlot() {
  return useFirstPaint() && <Publications />
}
