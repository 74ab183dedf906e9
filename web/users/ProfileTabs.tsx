import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Profile } from '#contract/users.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { PostList } from '#web/posts/PostList.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { NoPosts } from './NoPosts.tsx'
import { ProfilePlaces } from './ProfilePlaces.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { usersText } from './users.text.ts'

type ProfileTabsProps = {
  person: Profile
  isOwn: boolean
  /** The query of the profile and its posts. */
  query: UseInfiniteQueryResult<InfiniteData<Output<'getProfile'>>>
}

export function ProfileTabs({ person, isOwn, query }: ProfileTabsProps) {
  const [tab, setTab] = useTabMemory<'posts' | 'places'>('posts')
  const posts = (
    <PostList
      label={usersText.postsOf(person.username)}
      query={query}
      empty={<NoPosts username={person.username} isOwn={isOwn} />}
      unavailable={<ProfileUnavailable />}
    />
  )
  return (
    <Tabs
      sticky
      label={usersText.contents}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'posts', label: usersText.posts, content: posts },
        { value: 'places', label: usersText.places, content: <ProfilePlaces person={person} /> },
      ]}
    />
  )
}
