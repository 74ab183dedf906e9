import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RingedAvatar } from '#web/stories/RingedAvatar.tsx'
import styles from './StoryRow.module.css'
import { useRing } from '#web/stories/rings.api.ts'
import { ringsText } from '#web/stories/rings.text.ts'

type OwnStoryProps = { viewer: CurrentUser; onOpen: () => void }

/** The first item of the row: opens the viewer's stories or adds the first; the plus adds another one. */
export function OwnStory({ viewer, onOpen }: OwnStoryProps) {
  const ring = useRing(viewer.id, false)
  const avatar = (
    <>
      <RingedAvatar known person={viewer} size={62} />
      <span className="visually-hidden">{ring ? ringsText.openOwn : ringsText.add}</span>
      <span className={styles.name} aria-hidden>
        {ringsText.ownLabel}
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
          {avatar}
          {plus}
        </Link>
      </li>
    )
  return (
    <li>
      <button type="button" className={styles.person} aria-haspopup="dialog" onClick={onOpen}>
        {avatar}
      </button>
      <Link className={styles.add} to={pagePaths.newStory} aria-label={ringsText.add}>
        {plus}
      </Link>
    </li>
  )
}
