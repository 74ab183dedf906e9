import { useInfiniteQuery } from '@tanstack/react-query'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/postcards-on-a-line.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { bookmarksQuery } from './bookmarks.api.ts'
import { PostList } from './PostList.tsx'
import { postsText } from './posts.text.ts'

/** The posts that the viewer has saved, which nobody else sees. One that they remove stays until they leave. */
export function SavedPostsPage() {
  const query = useInfiniteQuery(bookmarksQuery())
  const empty = <EmptyState drawing={drawing} title={postsText.noBookmarks} text={postsText.noBookmarksText} />
  return (
    <>
      <title>{postsText.bookmarks}</title>
      <PageHeader title={postsText.bookmarks} onBack={useGoBack()} />
      <PostList label={postsText.bookmarks} query={query} empty={empty} unavailable={empty} />
    </>
  )
}
