import { useQuery } from '@tanstack/react-query'
import { Hash } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { PlaceRow } from '#web/places/PlaceRow.tsx'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { classNames } from '#web/ui/class-names.ts'
import postcard from '#web/ui/drawings/blank-postcard.svg'
import lantern from '#web/ui/drawings/lantern-in-the-alley.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { ListRow, ListRows } from '#web/ui/ListRow.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import styles from './Results.module.css'
import { type Found, searchedHashtagsQuery, searchQuery } from './search.api.ts'
import { searchText } from './search.text.ts'

/** Removes accents and capitals, one character for one, so that indices agree. */
const plain = (text: string) =>
  [...text].map((character) => character.normalize('NFD')[0]?.toLowerCase() ?? character).join('')

/** Returns where a query begins and ends in a text, or null. */
export function findMatch(text: string, query: string): readonly [number, number] | null {
  const plainQuery = plain(query.trim())
  const from = plainQuery === '' ? -1 : plain(text).indexOf(plainQuery)
  return from === -1 ? null : [from, from + plainQuery.length]
}

type HighlightProps = { text: string; query: string }

/** A text with the query highlighted. */
function Highlight({ text, query }: HighlightProps) {
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

type NamesKind = 'everything' | 'people' | 'places'
type FoundNamesProps = {
  query: string
  kind: NamesKind
  /** Something else has been found, or may be. */
  isEmptyHidden?: boolean
}

const isOfKind: Record<NamesKind, (row: Found['order'][number]) => boolean> = {
  everything: () => true,
  people: ({ type }) => type === 'user',
  places: ({ type }) => type === 'location',
}
const emptyTitles = { everything: searchText.noResults, people: searchText.noPeople, places: searchText.noPlaces }

/** The people and places that a query names. */
export function FoundNames({ query, kind, isEmptyHidden }: FoundNamesProps) {
  const search = useQuery(searchQuery(query, usePosition()))
  const results = search.data && { ...search.data, order: search.data.order.filter(isOfKind[kind]) }
  const isEmpty = results?.order.length === 0
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {results && !search.isPlaceholderData && searchText.resultCount(results.order.length)}
      </p>
      {search.isError && <LoadFailure text={errorMessage(search.error)} onRetry={() => void search.refetch()} />}
      {isEmpty && !isEmptyHidden && (
        <EmptyState drawing={lantern} title={emptyTitles[kind](query)} text={searchText.noResultsText} />
      )}
      {!search.isError && !isEmpty && (
        <>
          <ResultList label={searchText.results} results={results} query={query} fading={search.isPlaceholderData} />
          {kind !== 'people' && <PlacesCredit />}
        </>
      )}
    </>
  )
}

/** The hashtags that begin with a query, with their number of posts. */
export function FoundHashtags({ query }: { query: string }) {
  const search = useQuery(searchedHashtagsQuery(query))
  const hashtags = search.data
  if (search.isError) return <LoadFailure text={errorMessage(search.error)} onRetry={() => void search.refetch()} />
  if (hashtags?.length === 0)
    return <EmptyState drawing={postcard} title={searchText.noHashtags(query)} text={searchText.noHashtagsText} />
  return (
    <ListRows label={searchText.hashtags} busy={!hashtags || search.isPlaceholderData}>
      {!hashtags && [120, 150, 96].map((width) => <PersonRowSkeleton key={width} width={width} />)}
      {hashtags?.map(({ tag, posts_count }) => (
        <ListRow key={tag} render={(props) => <Link to={pagePaths.hashtag(tag)} {...props} />}>
          <IconBadge size={48} shape="square">
            <Hash size={22} aria-hidden />
          </IconBadge>
          <span className={styles.labels}>
            <span className={styles.tag}>
              <Highlight text={searchText.hashtag(tag)} query={query} />
            </span>
            <span className={styles.count}>{searchText.postCount(posts_count)}</span>
          </span>
        </ListRow>
      ))}
    </ListRows>
  )
}
