import { useInfiniteQuery } from '@tanstack/react-query'
import { hasEnoughLetters } from '#contract/limits.ts'
import { FoundHashtags } from './FoundHashtags.tsx'
import { FoundNames } from './FoundNames.tsx'
import { FoundPosts } from './FoundPosts.tsx'
import { searchedPostsQuery } from './search.api.ts'
import type { SearchedKind } from './search-query.ts'

type SearchResultsProps = { query: string; kind: SearchedKind }

export function SearchResults({ query, kind }: SearchResultsProps) {
  if (kind === 'hashtags') return <FoundHashtags query={query} />
  if (kind === 'posts') return <FoundPosts query={query} />
  if (kind === 'everything') return <FoundEverything query={query} />
  return <FoundNames query={query} kind={kind} />
}

/** People and places, and below them posts. */
function FoundEverything({ query }: { query: string }) {
  const canSearchPosts = hasEnoughLetters(query)
  const posts = useInfiniteQuery({ ...searchedPostsQuery(query), enabled: canSearchPosts })
  const hasPosts = posts.data?.pages.some((page) => page.posts.length > 0 || page.next_cursor !== null) ?? false
  return (
    <>
      <FoundNames query={query} kind="everything" isEmptyHidden={hasPosts || (canSearchPosts && posts.isPending)} />
      {hasPosts && <FoundPosts query={query} isPart />}
    </>
  )
}
