import type { Story } from '#contract/stories.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useDeleteStory } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

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
