import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Profile } from '#contract/users.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { followedPlacesQuery } from '#web/places/places.api.ts'
import { PlacesList } from '#web/places/PlaceRow.tsx'
import { PostList } from '#web/posts/PostList.tsx'
import { Button } from '#web/ui/Button.tsx'
import othersDrawing from '#web/ui/drawings/blank-postcard.svg'
import ownDrawing from '#web/ui/drawings/postcards-on-a-line.svg'
import drawing from '#web/ui/drawings/road-to-a-pin.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { usersText } from './users.text.ts'
import styles from './ProfileTabs.module.css'

/** The places that a user follows. */
function ProfilePlaces({ person }: { person: Profile }) {
  const places = useInfiniteQuery(followedPlacesQuery(person.id))
  if (places.isPending)
    return (
      <div className={styles.spinner}>
        <Spinner size={28} />
      </div>
    )
  return (
    <>
      {places.data?.pages[0]?.locations.length ? (
        <div className={styles.all}>
          <Button
            variant="quiet"
            size="small"
            render={(props) => <Link to={pagePaths.followedLocations(person.id)} {...props} />}
          >
            {usersText.allPlaces}
          </Button>
        </div>
      ) : null}
      <PlacesList
        label={usersText.placesOf(person.username)}
        query={places}
        empty={<EmptyState drawing={drawing} title={usersText.noPlaces} />}
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}

function NoPosts({ username, isOwn }: { username: string; isOwn: boolean }) {
  if (!isOwn)
    return <EmptyState drawing={othersDrawing} title={usersText.noPosts} text={usersText.noPostsText(username)} />
  return (
    <EmptyState drawing={ownDrawing} title={usersText.noPosts} text={usersText.noOwnPostsText}>
      <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{usersText.write}</Button>
    </EmptyState>
  )
}

type ProfileTabsProps = {
  person: Profile
  isOwn: boolean
  /** Without an account one reads posts only. */
  isVisitor: boolean
  /** The query of the profile and its posts. */
  query: UseInfiniteQueryResult<InfiniteData<Output<'getProfile'>>>
}

export function ProfileTabs({ person, isOwn, isVisitor, query }: ProfileTabsProps) {
  const [tab, setTab] = useTabMemory<'posts' | 'places'>('posts')
  const posts = (
    <PostList
      label={usersText.postsOf(person.username)}
      query={query}
      empty={<NoPosts username={person.username} isOwn={isOwn} />}
      unavailable={<ProfileUnavailable />}
    />
  )
  if (isVisitor) return posts
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
