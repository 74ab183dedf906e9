import { Ellipsis, MapPin, Pause, Play, Trash2, Volume2, VolumeX, X } from 'lucide-react'
import { Link } from 'react-router'
import type { Story } from '#contract/stories.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useDeleteStory } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { StorySound } from './story-playback.ts'
import styles from './StoryHeader.module.css'

type StoryHeaderProps = {
  story: Story
  isPaused: boolean
  onPause: () => void
  /** Null: the story has none. */
  sound: StorySound | null
  /** The author deletes; the others report or block. */
  onOptions: () => void
  onClose: () => void
}

export function StoryHeader({ story, isPaused, onPause, sound, onOptions, onClose }: StoryHeaderProps) {
  const isOwn = useCurrentUser()?.id === story.user_id
  return (
    <header className={styles.head}>
      <Link className={styles.avatar} to={pagePaths.profile(story.user_id)} tabIndex={-1} aria-hidden>
        <Avatar name={story.username} picture={story.profile_pic} size={38} />
      </Link>
      <div className={styles.person}>
        <p className={styles.line}>
          <Link className={styles.name} to={pagePaths.profile(story.user_id)}>
            {story.username}
          </Link>
          <RelativeTime className={styles.time} at={story.created_at} />
        </p>
        {story.location_id !== null && (
          <Link className={styles.place} to={pagePaths.location(story.location_id)}>
            <MapPin size={13} aria-hidden />
            <span dir="auto" className={styles.placeName}>
              {story.location_name}
            </span>
          </Link>
        )}
      </div>
      {sound && (
        <IconButton
          className={styles.control}
          label={sound.isMuted ? storiesText.soundOn : storiesText.soundOff}
          onClick={() => sound.setMuted(!sound.isMuted)}
        >
          {sound.isMuted ? <VolumeX size={21} aria-hidden /> : <Volume2 size={21} aria-hidden />}
        </IconButton>
      )}
      <IconButton
        className={styles.control}
        label={isPaused ? storiesText.resume : storiesText.pause}
        onClick={onPause}
      >
        {isPaused ? <Play size={21} aria-hidden /> : <Pause size={21} aria-hidden />}
      </IconButton>
      <DialogButton
        as={IconButton}
        opens={isOwn ? Dialog : Sheet}
        className={styles.control}
        label={isOwn ? storiesText.delete : storiesText.options}
        onClick={onOptions}
      >
        {isOwn ? <Trash2 size={21} aria-hidden /> : <Ellipsis size={22} aria-hidden />}
      </DialogButton>
      <IconButton className={styles.control} label={storiesText.close} onClick={onClose}>
        <X size={26} aria-hidden />
      </IconButton>
    </header>
  )
}

type StoryOptionsProps = { story: Story; open: boolean; onOpenChange: (open: boolean) => void; onBlocked: () => void }

/** The author deletes; the others report or block. */
export function StoryOptions({ story, open, onOpenChange, onBlocked }: StoryOptionsProps) {
  const isOwn = useCurrentUser()?.id === story.user_id
  const { mutateAsync: deleteStory } = useDeleteStory()
  if (!isOwn)
    return (
      <ModerationSheet
        title={storiesText.options}
        target={{ target_type: 'story', target_id: story.id }}
        person={{ id: story.user_id, username: story.username }}
        open={open}
        onOpenChange={onOpenChange}
        onBlocked={onBlocked}
      />
    )
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={storiesText.deleteTitle}
      text={storiesText.deleteQuestion}
      confirmLabel={storiesText.confirmDelete}
      onConfirm={() => deleteStory(story, { onError: (error) => showToast(errorMessage(error), 'danger') })}
    />
  )
}
