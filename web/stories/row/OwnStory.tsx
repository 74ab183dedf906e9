import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RingedAvatar } from '#web/stories/RingedAvatar.tsx'
import styles from './StoryRow.module.css'
import { useRing } from '#web/stories/rings.api.ts'
import { ringsText } from '#web/stories/rings.text.ts'

type OwnStoryProps = { viewer: CurrentUser; onOpen: () => void }

/** The first of the row: opens one's own stories, or makes the first; the + makes one more. */
export function OwnStory({ viewer, onOpen }: OwnStoryProps) {
  const ring = useRing(viewer.id, false)
  const face = (
    <>
      <RingedAvatar known person={viewer} size={62} />
      <span className="visually-hidden">{ring ? ringsText.ownOpen : ringsText.add}</span>
      <span className={styles.name} aria-hidden>
        {ringsText.own}
      </span>
    </>
  )
  const plus = (
    <span className={styles.plus}>
      <Plus size={15} strokeWidth={3} aria-hidden />
    </span>
  )
  if (!ring)
    return (
      <li>
        <Link className={styles.person} to={pagePaths.newStory}>
          {face}
          {plus}
        </Link>
      </li>
    )
  return (
    <li>
      <button type="button" className={styles.person} aria-haspopup="dialog" onClick={onOpen}>
        {face}
      </button>
      <Link className={styles.add} to={pagePaths.newStory} aria-label={ringsText.add}>
        {plus}
      </Link>
    </li>
  )
}
