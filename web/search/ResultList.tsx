import { PlaceRow } from '#web/places/PlaceRow.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ListRows } from '#web/ui/ListRow.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { findMatch } from './find-match.ts'
import type { Found } from './search.api.ts'
import styles from './ResultList.module.css'

type HighlightProps = { text: string; query: string }

/** A text with the query highlighted. */
export function Highlight({ text, query }: HighlightProps) {
  const match = findMatch(text, query)
  if (!match) return text
  const [from, to] = match
  return (
    <>
      {text.slice(0, from)}
      <span className={styles.match}>{text.slice(from, to)}</span>
      {text.slice(to)}
    </>
  )
}

type ResultListProps = {
  /** The accessible name. */
  label: string
  /** Undefined while they load. */
  results: Found | undefined
  /** The query, highlighted in the names. */
  query: string
  /** The results of the previous query, while the new ones load. */
  fading?: boolean
}

export const ResultList = ({ label, results, query, fading }: ResultListProps) => (
  <ListRows label={label} busy={!results || fading} className={classNames(styles.list, fading && styles.fading)}>
    {!results && [140, 180, 120, 160, 100].map((width) => <PersonRowSkeleton key={width} width={width} />)}
    {results?.order.map(({ type, id }) =>
      type === 'user' ? (
        <FoundPersonRow key={`user ${id}`} person={results.people.find((one) => one.id === id)} query={query} />
      ) : (
        <FoundPlaceRow
          key={`place ${id}`}
          place={results.locations.find((one) => one.id === id)}
          among={results.locations}
          query={query}
        />
      ),
    )}
  </ListRows>
)

const highlightIn = (query: string) => (name: string) => <Highlight text={name} query={query} />

const FoundPersonRow = ({ person, query }: { person: Found['people'][number] | undefined; query: string }) =>
  person && <PersonRow person={person} bio={person.bio} mark={highlightIn(query)} />

type FoundPlaceRowProps = { place: Found['locations'][number] | undefined; among: Found['locations']; query: string }

const FoundPlaceRow = ({ place, among, query }: FoundPlaceRowProps) =>
  place && <PlaceRow place={place} among={among} name={<Highlight text={place.name} query={query} />} />
