import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeopleList } from './PeopleList.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { followersQuery, followingQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

type PeoplePageProps = {
  title: string
  query: ComponentProps<typeof PeopleList>['query']
  none: { title: string; text: string }
}

function PeoplePage({ title, query, none }: PeoplePageProps) {
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

/** Who follows somebody. */
export function FollowersPage() {
  const query = useInfiniteQuery(followersQuery(Number(useParams().userId)))
  const none = { title: usersText.noFollowers, text: usersText.noFollowersText }
  return <PeoplePage title={usersText.followers} query={query} none={none} />
}

/** Whom somebody follows. */
export function FollowingPage() {
  const query = useInfiniteQuery(followingQuery(Number(useParams().userId)))
  const none = { title: usersText.noFollowing, text: usersText.noFollowingText }
  return <PeoplePage title={usersText.followingCount} query={query} none={none} />
}
