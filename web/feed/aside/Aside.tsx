import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { ListedPlace } from '#contract/places.ts'
import { onboardingSuggestionsQuery } from '#web/onboarding/onboarding.api.ts'
import { PlaceRow } from '#web/places/PlaceRow.tsx'
import { distanceInMetres, type Position, usePosition } from '#web/platform/geolocation.ts'
import { PersonRow } from '#web/users/PersonRow.tsx'
import { placesAroundQuery, spottedAroundQuery } from './aside.api.ts'
import { asideText } from './aside.text.ts'
import styles from './Aside.module.css'
import { FeedMap } from './FeedMap.tsx'
import { SpottedOfTheDay } from './SpottedOfTheDay.tsx'

const shownPlaces = 4
const shownPeople = 3

/** Nearby people, places and events beside the page. It scrolls on its own and causes no layout shift when it loads. */
export function Aside() {
  const position = usePosition()
  const { pathname } = useLocation()
  const around = useQuery(placesAroundQuery(position)).data ?? []
  const places = nearestFirst(around, position)
  const people = useQuery(onboardingSuggestionsQuery(position)).data?.people.slice(0, shownPeople) ?? []
  // In the server’s order: the nearest ones by the exact position would reveal to it where the device is.
  const spotted = useQuery(spottedAroundQuery(around.map(({ id }) => id))).data
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
            {places.slice(0, shownPlaces).map((place) => (
              <PlaceRow key={place.id} place={place} />
            ))}
          </ul>
        </Section>
      )}
      {people.length > 0 && (
        <Section title={asideText.people}>
          <ul>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
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

/** Sorts by the exact position, of which the server has received only two decimals. */
const nearestFirst = (places: ListedPlace[], position: Position | null) =>
  position === null
    ? places
    : places.toSorted((one, other) => distanceInMetres(position, one) - distanceInMetres(position, other))

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
