import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History, X } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Link } from 'react-router'
import { hasEnoughLetters } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { EventList } from '#web/events/EventList.tsx'
import { FeedAround } from '#web/feed/FeedAround.tsx'
import { ExploreChoice } from '#web/map/ExploreChoice.tsx'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { PostList } from '#web/posts/PostList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/Choices.tsx'
import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useArrowKeys } from './arrow-keys.ts'
import { Explore } from './Explore.tsx'
import { FoundHashtags } from './FoundHashtags.tsx'
import { FoundNames } from './FoundNames.tsx'
import { useRecentSearches } from './recent-searches.ts'
import { type SearchedKind, searchedKinds, searchOf, useSearch } from './search-query.ts'
import { searchedEventsQuery, searchedPostsQuery } from './search.api.ts'
import { searchText } from './search.text.ts'
import { SearchBox } from './SearchBox.tsx'
import styles from './SearchPage.module.css'

/** The recent searches of this device; each leads to its results again. */
function RecentSearches({ onEmptied }: { onEmptied: () => void }) {
  const { recent, forget, forgetAll } = useRecentSearches()
  if (recent.length === 0) return null
  const forgetOne = (query: string, row: HTMLElement | null) => {
    // The pressed button goes: the focus stays among its neighbours.
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    forget(query)
    if (neighbour) neighbour.querySelector('a')?.focus()
    else onEmptied()
  }
  return (
    <section aria-labelledby="recent">
      <div className={styles.head}>
        <h2 id="recent" className={styles.recentSearchesTitle}>
          {searchText.recent}
        </h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            forgetAll()
            onEmptied()
          }}
        >
          {searchText.forgetAll}
        </Button>
      </div>
      <ul className={styles.list} aria-labelledby="recent">
        {recent.map((query) => (
          <li key={query} className={styles.row}>
            <Link className={styles.query} to={{ search: searchOf(query, null) }}>
              <History className={styles.icon} size={20} aria-hidden />
              <span dir="auto" className={styles.words}>
                {query}
              </span>
            </Link>
            <IconButton
              label={searchText.forget(query)}
              onClick={(event) => forgetOne(query, event.currentTarget.closest('li'))}
            >
              <X size={18} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

type FoundPostsProps = {
  query: string
  /** Other results stand above. */
  isPart?: boolean
}

/** The posts with all words of a query, newest first. */
function FoundPosts({ query, isPart }: FoundPostsProps) {
  const canSearch = hasEnoughLetters(query)
  const posts = useInfiniteQuery({ ...searchedPostsQuery(query), enabled: canSearch })
  if (!canSearch)
    return <EmptyState drawing={drawing} title={searchText.tooFewLetters} text={searchText.tooFewLettersText} />
  const empty = <EmptyState drawing={drawing} title={searchText.noPosts(query)} text={searchText.noPostsText} />
  return (
    <section aria-label={searchText.postsWith(query)}>
      {isPart && <h2 className={styles.title}>{searchText.posts}</h2>}
      <PostList key={query} label={searchText.postsWith(query)} query={posts} empty={empty} unavailable={empty} />
    </section>
  )
}

type SearchResultsProps = { query: string; kind: SearchedKind }

function SearchResults({ query, kind }: SearchResultsProps) {
  if (kind === 'hashtags') return <FoundHashtags query={query} />
  if (kind === 'posts') return <FoundPosts query={query} />
  if (kind === 'everything') return <FoundEverything query={query} />
  return <FoundNames query={query} kind={kind} />
}

/** People and places, and below them events and posts. */
function FoundEverything({ query }: { query: string }) {
  const canSearchPosts = hasEnoughLetters(query)
  const posts = useInfiniteQuery({ ...searchedPostsQuery(query), enabled: canSearchPosts })
  const hasPosts = posts.data?.pages.some((page) => page.posts.length > 0 || page.next_cursor !== null) ?? false
  const events = useQuery(searchedEventsQuery(query)).data
  const hasEvents = events !== undefined && events.length > 0
  return (
    <>
      <FoundNames
        query={query}
        kind="everything"
        isEmptyHidden={hasPosts || hasEvents || (canSearchPosts && posts.isPending)}
      />
      <EventList title={searchText.events} events={events} />
      {hasPosts && <FoundPosts query={query} isPart />}
    </>
  )
}

const kindOptions = searchedKinds.map((value) => ({ value, label: searchText[value] }))

export function SearchPage() {
  const search = useRef<HTMLElement>(null)
  useArrowKeys(search)
  const { typed, setTyped, query, kind, setKind } = useSearch()
  const { remember } = useRecentSearches()
  const rememberOpened = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) remember(query)
  }
  const focusBox = () => search.current?.querySelector('input')?.focus()
  return (
    <>
      <title>{query ? `${query} · ${searchText.title}` : searchText.title}</title>
      <PageHeader title={searchText.title} />
      <ExploreChoice current={pagePaths.search} />
      <search ref={search}>
        <SearchBox typed={typed} onTyped={setTyped} onSubmit={() => remember(typed.trim())}>
          {query && (
            <div className={styles.kinds}>
              <ChoiceChips label={searchText.kinds} options={kindOptions} value={kind} onChange={setKind} />
            </div>
          )}
        </SearchBox>
        {query ? (
          // A search is stored when it led to a result.
          <div onClickCapture={rememberOpened}>
            <SearchResults query={query} kind={kind} />
          </div>
        ) : (
          <>
            <RecentSearches onEmptied={focusBox} />
            <FeedAround />
            <Explore />
            <PlacesCredit />
          </>
        )}
      </search>
    </>
  )
}
