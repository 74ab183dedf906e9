import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, Heart } from 'lucide-react'
import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { StoryReply } from '#web/chat/compose/StoryReply.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { ToggleState } from '#web/platform/toggle.ts'
import { likeStory, storyViewsQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import { classNames } from '#web/ui/class-names.ts'
import drawing from '#web/ui/drawings/heart-sunset.svg'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PictureAlt } from '#web/ui/Picture.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { PeopleList } from '#web/users/PeopleList.tsx'
import styles from './StoryFooter.module.css'

type StoryViewsProps = {
  storyId: number
  className: string | undefined
  /** The list opens and closes. */
  onOpenChange: (open: boolean) => void
}

/** For the author of a story: the number of people who have seen it; opens their list. */
function StoryViews({ storyId, className, onOpenChange }: StoryViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery(storyViewsQuery(storyId))
  const count = query.data?.pages[0]?.views_count
  const change = (open: boolean) => {
    setOpen(open)
    onOpenChange(open)
    if (open) void query.refetch()
  }
  const empty = <EmptyState drawing={drawing} title={storiesText.noViews} />
  return (
    <>
      {count !== undefined && (
        <DialogButton
          as="button"
          opens={Sheet}
          type="button"
          className={className}
          aria-label={storiesText.views(count)}
          onClick={() => change(true)}
        >
          <Eye size={20} aria-hidden />
          {count}
        </DialogButton>
      )}
      <Sheet open={isOpen} onOpenChange={change} title={storiesText.viewsTitle}>
        <PeopleList label={storiesText.viewsTitle} query={query} empty={empty} unavailable={empty} />
      </Sheet>
    </>
  )
}

type StoryFooterProps = {
  story: Story
  likes: ToggleState
  onLikes: () => void
  /** The description of the picture, or the list of who has seen it, opens and closes. */
  onPanel: (open: boolean) => void
  /** Somebody answers the story. */
  onWriting: (isWriting: boolean) => void
}

/**
 * The caption. The heart likes; the count beside it opens the list of likes. Authors see who has seen the story; others
 * answer it.
 */
export function StoryFooter({ story, likes, onLikes, onPanel, onWriting }: StoryFooterProps) {
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
        <DialogButton
          as="button"
          opens={Sheet}
          type="button"
          className={styles.count}
          aria-label={storiesText.viewLikes(likes.count)}
          onClick={onLikes}
        >
          {storiesText.likes(likes.count)}
        </DialogButton>
        {isOwn && <StoryViews key={story.id} storyId={story.id} className={styles.count} onOpenChange={onPanel} />}
      </div>
      {story.media_alt && (
        <PictureAlt isVideo={Boolean(story.cover_url)} alt={story.media_alt} onOpenChange={onPanel} />
      )}
      <button
        type="button"
        className={classNames(styles.heart, likes.on && styles.liked)}
        aria-pressed={likes.on}
        aria-label={storiesText.like}
        onClick={() => void like()}
      >
        <Heart size={27} aria-hidden />
      </button>
      {!isOwn && (
        <div className={styles.reply}>
          <StoryReply key={story.id} story={story} onWriting={onWriting} />
        </div>
      )}
    </footer>
  )
}
