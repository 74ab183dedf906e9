import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type FeedArea, nearKmOf } from './feed-area.ts'
import { townAround } from './feed-bands.ts'
import { feedText } from './feed.text.ts'
import styles from './FeedAreaButton.module.css'

const FeedAreaSheet = lazyDialog(() => import('./FeedAreaSheet.tsx'), 'FeedAreaSheet')

type FeedAreaButtonProps = { area: FeedArea; posts: readonly Post[] }

/** Shows the centre and radius of the feed, "Milano · 5 km", and opens the choice. */
export function FeedAreaButton({ area, posts }: FeedAreaButtonProps) {
  const [choosing, setChoosing] = useState(false)
  const { where, distance } = textsOf(area, posts)
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-label={feedText.changeArea([where, distance])}
        onPointerEnter={FeedAreaSheet.preload}
        onFocus={FeedAreaSheet.preload}
        onClick={() => setChoosing(true)}
      >
        <MapPin className={styles.pin} size={15} aria-hidden />
        {where && <span className={styles.where}>{where}</span>}
        <span className={styles.distance}>{where ? `· ${distance}` : distance}</span>
      </button>
      <FeedAreaSheet open={choosing} onOpenChange={setChoosing} />
    </>
  )
}

function textsOf(area: FeedArea, posts: readonly Post[]) {
  const { place, position } = area
  const nearKm = nearKmOf(area)
  const distance = feedText.distance(nearKm)
  if (nearKm === null || !position) return { where: null, distance }
  return { where: place?.name ?? townAround(position, posts) ?? feedText.aroundYou, distance }
}
