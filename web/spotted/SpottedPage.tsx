import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProfileUnavailable } from '#web/users/ProfileUnavailable.tsx'
import { OwnSpotted } from './OwnSpotted.tsx'
import { spottedPostsQuery } from './spotted-posts.api.ts'
import { spottedPostsText } from './spotted-posts.text.ts'
import { SpottedGrid } from './SpottedGrid.tsx'

/** The posts in which a user is confirmed; the viewer's own page also has what waits for an answer. */
export function SpottedPage() {
  const userId = Number(useParams().userId)
  const viewer = useCurrentUser()
  const goBack = useGoBack()
  const isOwn = viewer?.id === userId
  return (
    <>
      <title>{spottedPostsText.title}</title>
      <PageHeader title={spottedPostsText.title} onBack={goBack} />
      {isOwn ? (
        <OwnSpotted viewer={viewer} confirmed={<SpottedPosts userId={userId} />} />
      ) : (
        <SpottedPosts userId={userId} />
      )}
    </>
  )
}

const SpottedPosts = ({ userId }: { userId: number }) => (
  <SpottedGrid
    label={spottedPostsText.posts}
    query={useInfiniteQuery(spottedPostsQuery(userId))}
    empty={<EmptyState drawing={drawing} title={spottedPostsText.empty} />}
    unavailable={<ProfileUnavailable />}
  />
)
