import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useOpenStories } from '#web/stories/open-stories.ts'
import { cachedRing, useRing } from '#web/stories/rings.api.ts'
import { ringsText } from '#web/stories/rings.text.ts'
import { RingedAvatar, type RingedPerson } from '#web/stories/StoryAvatar.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { followedStoriesQuery } from './followed-stories.api.ts'
import styles from './StoryRow.module.css'

type OwnStoryProps = { viewer: CurrentUser; onOpen: () => void }

/** The first item of the row: opens the viewer's stories or adds the first; the plus adds another one. */
function OwnStory({ viewer, onOpen }: OwnStoryProps) {
  const ring = useRing(viewer.id, false)
  const avatar = (
    <>
      <RingedAvatar known person={viewer} size={62} />
      <span className="visually-hidden">{ring ? ringsText.openOwn : ringsText.add}</span>
      <span className={styles.name} aria-hidden>
        {ringsText.ownLabel}
      </span>
    </>
  )
  const plus = (
    <span className={styles.plus}>
      <Plus size={15} strokeWidth={3} aria-hidden />
    </span>
  )
  if (!ring)
    return (
      <li>
        <Link className={styles.person} to={pagePaths.newStory}>
          {avatar}
          {plus}
        </Link>
      </li>
    )
  return (
    <li>
      <button type="button" className={styles.person} aria-haspopup="dialog" onClick={onOpen}>
        {avatar}
      </button>
      <Link className={styles.add} to={pagePaths.newStory} aria-label={ringsText.add}>
        {plus}
      </Link>
    </li>
  )
}

type StoryRowPersonProps = { person: RingedPerson; onOpen: () => void }

function StoryRowPerson({ person, onOpen }: StoryRowPersonProps) {
  const ring = useRing(person.id, false)
  // Their last story has expired meanwhile.
  if (!ring) return null
  return (
    <li>
      <button type="button" className={styles.person} aria-haspopup="dialog" onClick={onOpen}>
        <RingedAvatar known person={person} size={62} />
        <span className="visually-hidden">{ringsText[ring](person.username)}</span>
        <span className={styles.name} data-ring={ring} aria-hidden>
          {person.username}
        </span>
      </button>
    </li>
  )
}

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
