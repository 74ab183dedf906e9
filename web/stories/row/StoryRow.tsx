import { useInfiniteQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { NextPage } from '#web/ui/NextPage.tsx'
import { OwnStory } from './OwnStory.tsx'
import { useOpenStories } from '#web/stories/open-stories.ts'
import { StoryRowPerson } from './StoryRowPerson.tsx'
import styles from './StoryRow.module.css'
import { cachedRing } from '#web/stories/rings.api.ts'
import { ringsText } from '#web/stories/rings.text.ts'
import { followedStoriesQuery } from './followed-stories.api.ts'

/** The viewer, and the users they follow who have stories. */
export function StoryRow() {
  const viewer = useCurrentUser()
  const query = useInfiniteQuery(followedStoriesQuery())
  const open = useOpenStories()
  if (!viewer) return null
  const listed = query.data?.pages.flatMap((page) => page.users) ?? []
  // A user whose stories were seen between two fetches is on both pages.
  const people = [...new Map(listed.map((person) => [person.id, person])).values()].filter(({ id }) => id !== viewer.id)
  /** Continues with users of the same ring, so that seen stories do not follow unseen ones. */
  const openFrom = (userId: number) => {
    const ring = cachedRing(userId)
    open(
      userId,
      people.map(({ id }) => id).filter((id) => cachedRing(id) === ring),
    )
  }
  return (
    <ul className={styles.row} aria-label={ringsText.listLabel}>
      <OwnStory viewer={viewer} onOpen={() => open(viewer.id)} />
      {people.map((person) => (
        <StoryRowPerson key={person.id} person={person} onOpen={() => openFrom(person.id)} />
      ))}
      {query.hasNextPage && (
        <li>
          <NextPage query={query} />
        </li>
      )}
    </ul>
  )
}
