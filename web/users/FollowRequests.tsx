import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NextPage } from '#web/ui/NextPage.tsx'
import { FollowRequestRow } from './FollowRequestRow.tsx'
import styles from './FollowRequests.module.css'
import { followRequestsQuery, useRespondFollowRequest } from './users.api.ts'
import { usersText } from './users.text.ts'

/** Who asks to follow the viewer; nothing where nobody does. */
export function FollowRequests() {
  const query = useInfiniteQuery(followRequestsQuery())
  const { mutate: respond } = useRespondFollowRequest()
  const id = useId()
  const pages = query.data?.pages
  const people = pages?.flatMap((page) => page.requests)
  // Who has answered all of a page waits for the next one.
  if (!people || (people.length === 0 && !query.hasNextPage)) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {usersText.requests}
        <span className={styles.count}>{usersText.count(pages?.[0]?.total ?? 0)}</span>
      </h2>
      <ul className={styles.list}>
        {people.map((person) => (
          <FollowRequestRow key={person.id} person={person} onRespond={(action) => respond({ requester_id: person.id, action })} />
        ))}
      </ul>
      <NextPage query={query} />
    </section>
  )
}
