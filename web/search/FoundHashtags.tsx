import { useQuery } from '@tanstack/react-query'
import { Hash } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { ListRow, ListRows } from '#web/ui/ListRow.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { Highlight } from './ResultList.tsx'
import { searchedHashtagsQuery } from './search.api.ts'
import { searchText } from './search.text.ts'
import styles from './FoundHashtags.module.css'

/** The hashtags that begin with a query, with their number of posts. */
export function FoundHashtags({ query }: { query: string }) {
  const search = useQuery(searchedHashtagsQuery(query))
  const hashtags = search.data
  if (search.isError) return <LoadFailure text={errorMessage(search.error)} onRetry={() => void search.refetch()} />
  if (hashtags?.length === 0)
    return <EmptyState drawing={drawing} title={searchText.noHashtags(query)} text={searchText.noHashtagsText} />
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
