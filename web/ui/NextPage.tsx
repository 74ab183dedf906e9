import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './NextPage.module.css'
import { Spinner } from './Spinner.tsx'
import { uiText } from './ui.text.ts'

type NextPageProps = {
  /** The result of `useInfiniteQuery`. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    data: { pages: readonly unknown[] } | undefined
    fetchNextPage: () => unknown
  }
}

/** The end of a list: loads the next page when it comes near the screen. */
export function NextPage({ query }: NextPageProps) {
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
  return <End key={query.data?.pages.length} busy={query.isFetchingNextPage} onNear={query.fetchNextPage} />
}

function End({ busy, onNear }: { busy: boolean; onNear: () => unknown }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(() => {
    if (!busy) onNear()
  })
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), {
      rootMargin: '100px',
      scrollMargin: '600px',
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={end} className={styles.end}>
      {busy && <Spinner />}
    </div>
  )
}
