import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeopleList } from './PeopleList.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { followingQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

export function FollowingPage() {
  const { userId } = useParams()
  const people = useInfiniteQuery(followingQuery(Number(userId)))
  const goBack = useGoBack()
  return (
    <>
      <title>{usersText.followingCount}</title>
      <PageHeader title={usersText.followingCount} onBack={goBack} />
      <PeopleList
        label={usersText.followingCount}
        query={people}
        empty={<EmptyState drawing={drawing} title={usersText.noFollowing} text={usersText.noFollowingText} />}
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}
