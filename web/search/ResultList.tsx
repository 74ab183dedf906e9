import type { SearchResult } from '#contract/search.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PersonRowSkeleton } from '#web/users/PersonRowSkeleton.tsx'
import { ResultRow } from './ResultRow.tsx'
import styles from './ResultList.module.css'

type ResultListProps = {
  /** The accessible name. */
  label: string
  /** Undefined while they load. */
  results: SearchResult[] | undefined
  /** The query, highlighted in the names. */
  query: string
  /** The results of the previous query, while the new ones load. */
  fading?: boolean
}

export const ResultList = ({ label, results, query, fading }: ResultListProps) => (
  <ul className={classNames(styles.list, fading && styles.fading)} aria-label={label} aria-busy={!results || fading}>
    {!results && [140, 180, 120, 160, 100].map((width) => <PersonRowSkeleton key={width} width={width} />)}
    {results?.map((result) => (
      <ResultRow key={`${result.type} ${result.id}`} result={result} query={query} />
    ))}
  </ul>
)
