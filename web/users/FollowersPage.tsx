import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeopleList } from './PeopleList.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { followersQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

export function FollowersPage() {
  const { userId } = useParams()
  const people = useInfiniteQuery(followersQuery(Number(userId)))
  const goBack = useGoBack()
  return (
    <>
      <title>{usersText.followers}</title>
      <PageHeader title={usersText.followers} onBack={goBack} />
      <PeopleList
        label={usersText.followers}
        query={people}
        empty={<EmptyState drawing={drawing} title={usersText.noFollowers} text={usersText.noFollowersText} />}
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}
