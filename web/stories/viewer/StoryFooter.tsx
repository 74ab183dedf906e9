import { Heart } from 'lucide-react'
import type { Story } from '#contract/stories.ts'
import type { ToggleState } from '#web/platform/toggle.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PictureAlt } from '#web/ui/PictureAlt.tsx'
import styles from './StoryFooter.module.css'
import { likeStory } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

type StoryFooterProps = {
  story: Story
  likes: ToggleState
  onLikes: () => void
  /** The description of the picture opens and closes. */
  onAlt: (open: boolean) => void
}

/** The heart likes; the count beside it opens the list of likes. */
export function StoryFooter({ story, likes, onLikes, onAlt }: StoryFooterProps) {
  const like = likeStory(story.id, likes)
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
      {story.media_alt && <PictureAlt alt={story.media_alt} onOpenChange={onAlt} />}
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
