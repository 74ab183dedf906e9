import { useInfiniteQuery } from '@tanstack/react-query'
import { hasEnoughLetters } from '#contract/limits.ts'
import { PostList } from '#web/posts/PostList.tsx'
import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { searchedPostsQuery } from './search.api.ts'
import styles from './FoundPosts.module.css'
import { searchText } from './search.text.ts'

type FoundPostsProps = {
  query: string
  /** Other results stand above. */
  isPart?: boolean
}

/** The posts with all words of a query, newest first. */
export function FoundPosts({ query, isPart }: FoundPostsProps) {
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
