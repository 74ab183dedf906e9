import { Heart } from 'lucide-react'
import type { Story } from '#contract/stories.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { ToggleState } from '#web/platform/toggle.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PictureAlt } from '#web/ui/PictureAlt.tsx'
import styles from './StoryFooter.module.css'
import { likeStory } from '#web/stories/stories.api.ts'
import { StoryViews } from './StoryViews.tsx'
import { storiesText } from '#web/stories/stories.text.ts'

type StoryFooterProps = {
  story: Story
  likes: ToggleState
  onLikes: () => void
  /** The description of the picture, or the list of who has seen it, opens and closes. */
  onPanel: (open: boolean) => void
}

/** The caption. The heart likes; the count beside it opens the list of likes. Authors see who has seen the story. */
export function StoryFooter({ story, likes, onLikes, onPanel }: StoryFooterProps) {
  const like = likeStory(story.id, likes)
  const isOwn = useCurrentUser()?.id === story.user_id
  return (
    <footer className={styles.foot}>
      {story.caption && (
        <p dir="auto" className={styles.caption}>
          {story.caption}
        </p>
      )}
      <div className={styles.counts}>
        <button
          type="button"
          className={styles.count}
          aria-label={storiesText.viewLikes(likes.count)}
          aria-haspopup="dialog"
          onClick={onLikes}
        >
          {storiesText.likes(likes.count)}
        </button>
        {isOwn && <StoryViews key={story.id} storyId={story.id} className={styles.count} onOpenChange={onPanel} />}
      </div>
      {story.media_alt && <PictureAlt alt={story.media_alt} onOpenChange={onPanel} />}
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
