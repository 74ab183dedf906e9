import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './NextPage.module.css'
import { Spinner } from './Spinner.tsx'
import { uiText } from './ui.text.ts'

export type NextPageProps = {
  /** The result of `useInfiniteQuery`. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    data: { pages: readonly unknown[] } | undefined
    fetchNextPage: () => unknown
  }
  /** How far before the end of a list that scrolls in a part of the page. */
  scrollMargin?: string
}

/** The end of a list: loads the next page when it comes near the screen. */
export function NextPage({ query, scrollMargin = '0px' }: NextPageProps) {
  if (!query.hasNextPage) return null
  if (query.isFetchNextPageError)
    return (
      <div className={styles.end}>
        <Button variant="outline" size="small" onClick={() => query.fetchNextPage()}>
          {uiText.retry}
        </Button>
      </div>
    )
  // A new element for every page: it may still be near the screen, and observers report only changes.
  return (
    <End
      key={query.data?.pages.length}
      scrollMargin={scrollMargin}
      busy={query.isFetchingNextPage}
      onNear={query.fetchNextPage}
    />
  )
}

type EndProps = { scrollMargin: string; busy: boolean; onNear: () => unknown }

function End({ scrollMargin, busy, onNear }: EndProps) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(() => {
    if (!busy) onNear()
  })
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), {
      rootMargin: '100px',
      scrollMargin,
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [scrollMargin])
  return (
    <div ref={end} className={styles.end}>
      {busy && <Spinner />}
    </div>
  )
}
