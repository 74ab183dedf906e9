import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProfileUnavailable } from '#web/users/ProfileUnavailable.tsx'
import { spottedPostsQuery } from './spotted-posts.api.ts'
import { spottedPostsText } from './spotted-posts.text.ts'
import { SpottedGrid } from './SpottedGrid.tsx'

/** The posts in which a user is confirmed. */
export function SpottedPage() {
  const { userId } = useParams()
  const posts = useInfiniteQuery(spottedPostsQuery(Number(userId)))
  const goBack = useGoBack()
  return (
    <>
      <title>{spottedPostsText.title}</title>
      <PageHeader title={spottedPostsText.title} onBack={goBack} />
      <SpottedGrid
        label={spottedPostsText.posts}
        query={posts}
        empty={<EmptyState drawing={drawing} title={spottedPostsText.empty} />}
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}
