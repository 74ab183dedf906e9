import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import drawing from '#web/ui/drawings/heart-sunset.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { PeopleList } from '#web/users/PeopleList.tsx'
import { storyViewsQuery } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

type StoryViewsProps = {
  storyId: number
  className: string | undefined
  /** The list opens and closes. */
  onOpenChange: (open: boolean) => void
}

/** For the author of a story: the number of people who have seen it; opens their list. */
export function StoryViews({ storyId, className, onOpenChange }: StoryViewsProps) {
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
        <button
          type="button"
          className={className}
          aria-label={storiesText.views(count)}
          aria-haspopup="dialog"
          onClick={() => change(true)}
        >
          <Eye size={20} aria-hidden />
          {count}
        </button>
      )}
      <Sheet open={isOpen} onOpenChange={change} title={storiesText.viewsTitle}>
        <PeopleList label={storiesText.viewsTitle} query={query} empty={empty} unavailable={empty} />
      </Sheet>
    </>
  )
}
