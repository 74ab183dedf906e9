import { Heart } from 'lucide-react'
import type { ToggleState } from '#web/platform/toggle.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './StoryFooter.module.css'
import { likeStory } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

type StoryFooterProps = { storyId: number; likes: ToggleState; onLikes: () => void }

/** The heart likes; the count beside it opens the list of likes. */
export function StoryFooter({ storyId, likes, onLikes }: StoryFooterProps) {
  const like = likeStory(storyId, likes)
  return (
    <footer className={styles.foot}>
      <button
        type="button"
        className={styles.count}
        aria-label={storiesText.viewLikes(likes.count)}
        aria-haspopup="dialog"
        onClick={onLikes}
      >
        {storiesText.likes(likes.count)}
      </button>
      <button
        type="button"
        className={classNames(styles.heart, likes.on && styles.liked)}
        aria-pressed={likes.on}
        aria-label={storiesText.like}
        onClick={() => void like()}
      >
        <Heart size={27} aria-hidden />
      </button>
    </footer>
  )
}
