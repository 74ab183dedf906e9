import { useInfiniteQuery } from '@tanstack/react-query'
import { useMatch, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeopleList } from './PeopleList.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { followersQuery, followingQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

/** Who follows somebody; at the other address, whom somebody follows. */
export function FollowersPage() {
  const userId = Number(useParams().userId)
  const isFollowing = useMatch(pagePaths.following(':userId')) !== null
  const query = useInfiniteQuery(isFollowing ? followingQuery(userId) : followersQuery(userId))
  const title = isFollowing ? usersText.followingCount : usersText.followers
  const none = isFollowing
    ? { title: usersText.noFollowing, text: usersText.noFollowingText }
    : { title: usersText.noFollowers, text: usersText.noFollowersText }
  return (
    <>
      <title>{title}</title>
      <PageHeader title={title} onBack={useGoBack()} />
      <PeopleList
        label={title}
        query={query}
        empty={<EmptyState drawing={drawing} {...none} />}
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}
