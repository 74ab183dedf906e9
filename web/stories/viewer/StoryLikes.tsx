import { useInfiniteQuery } from '@tanstack/react-query'
import drawing from '#web/ui/drawings/heart-sunset.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { PeopleList } from '#web/users/PeopleList.tsx'
import { storyLikesListQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

type StoryLikesProps = { storyId: number; open: boolean; onOpenChange: (open: boolean) => void }

export function StoryLikes({ storyId, open, onOpenChange }: StoryLikesProps) {
  const query = useInfiniteQuery({ ...storyLikesListQuery(storyId), enabled: open })
  const empty = <EmptyState drawing={drawing} title={storiesText.noLikes} />
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={storiesText.likesTitle}>
      <PeopleList label={storiesText.likesTitle} query={query} empty={empty} unavailable={empty} />
    </Sheet>
  )
}
