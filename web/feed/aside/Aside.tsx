import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useFeedArea } from '#web/feed/feed-area.ts'
import { feedQuery } from '#web/feed/feed.api.ts'
import { ListMap, type ListPoint } from '#web/map/ListMap.tsx'
import { onboardingSuggestionsQuery } from '#web/onboarding/onboarding.api.ts'
import { SuggestedPersonRow } from '#web/onboarding/SuggestedPersonRow.tsx'
import { nearbyPlacesQuery } from '#web/places/places.api.ts'
import { PlacesAround } from '#web/places/PlacesAround.tsx'
import { usePosition } from '#web/platform/geolocation.ts'
import { readPost } from '#web/platform/visible-posts.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { spottedAroundQuery } from './aside.api.ts'
import { asideText } from './aside.text.ts'
import styles from './Aside.module.css'

/** A post in which somebody was confirmed; it leads to its page. */
const SpottedOfTheDay = ({ post }: { post: Post }) => (
  <Link className={styles.post} to={pagePaths.post(post.id)}>
    {post.image_url && (
      <Picture
        className={styles.picture}
        src={post.image_url}
        alt={asideText.picture(post.username)}
        width={5}
        height={3}
        thumbhash={post.image_thumbhash}
        sizes="340px"
      />
    )}
    {post.text && (
      <span dir="auto" className={styles.text}>
        {post.text}
      </span>
    )}
    <span className={styles.people}>
      {asideText.spottedPeople(
        post.spotted_people.map(({ username }) => username),
        post.spotted_count,
      )}
    </span>
    <span className={styles.place}>
      <MapPin size={14} aria-hidden /> {post.location_name}
    </span>
  </Link>
)

/** More would be a heap of points. */
const maxPoints = 60

/** The places of posts, each once. */
function pointsOf(posts: readonly Post[]): ListPoint[] {
  const points = posts.map(({ location_id, location_latitude, location_longitude }) => ({
    id: location_id,
    latitude: location_latitude,
    longitude: location_longitude,
  }))
  return [...new Map(points.map((point) => [point.id, point])).values()].slice(0, maxPoints)
}

/**
 * Shows where the posts of the nearby feed are. At the top of the feed it shows all of them, then the place of the post
 * that is being read.
 */
function FeedMap() {
  const [hasFailed, setHasFailed] = useState(false)
  const { data } = useInfiniteQuery({ ...feedQuery(useFeedArea()), enabled: false })
  const readId = useSyncExternalStore(readPost.subscribe, readPost.current)
  const posts: Post[] = data?.pages.flatMap((page) => page.posts) ?? []
  const [first, ...others] = pointsOf(posts)
  if (!first || hasFailed) return null
  const read = posts.find(({ id }) => id === readId)
  return <ListMap points={[first, ...others]} readId={read?.location_id ?? null} onFailure={() => setHasFailed(true)} />
}

const shownPlaces = 4
const shownPeople = 3

/** Nearby people, places and events beside the page. It scrolls on its own and causes no layout shift when it loads. */
export function Aside() {
  const position = usePosition()
  const { pathname } = useLocation()
  // Nobody chooses a place here: two decimals are enough.
  const places = useQuery(nearbyPlacesQuery(position, 2)).data ?? []
  const people = useQuery(onboardingSuggestionsQuery(position)).data?.people.slice(0, shownPeople) ?? []
  // By the server’s distances: the nearest ones by the exact position would reveal to it where the device is.
  const nearest = places.toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0))
  const spotted = useQuery(spottedAroundQuery(nearest.map(({ id }) => id))).data
  return (
    <aside className={styles.aside} aria-label={asideText.label}>
      {pathname === pagePaths.feed && <FeedMap />}
      {spotted && (
        <Section title={asideText.spotted}>
          <SpottedOfTheDay post={spotted} />
        </Section>
      )}
      {places.length > 0 && (
        <Section title={asideText.places}>
          <ul>
            <PlacesAround places={places} limit={shownPlaces} />
          </ul>
        </Section>
      )}
      {people.length > 0 && (
        <Section title={asideText.people}>
          <ul>
            {people.map((person) => (
              <SuggestedPersonRow key={person.id} person={person} />
            ))}
          </ul>
        </Section>
      )}
      <nav className={styles.about} aria-label={asideText.about}>
        <Link to={pagePaths.welcome}>{asideText.welcome}</Link>
        <Link to={pagePaths.terms}>{asideText.terms}</Link>
        <Link to={pagePaths.privacy}>{asideText.privacy}</Link>
      </nav>
    </aside>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
