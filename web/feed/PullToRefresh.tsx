import { ArrowDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { feedText } from './feed.text.ts'
import { usePullToRefresh } from './pull-to-refresh.ts'
import styles from './PullToRefresh.module.css'

type PullToRefreshProps = {
  refreshing: boolean
  onRefresh: () => void
  children: ReactNode
}

export function PullToRefresh({ refreshing, onRefresh, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null)
  usePullToRefresh(area, onRefresh)
  useRootAttribute('data-pulled')
  return (
    <div ref={area} className={styles.area}>
      <div className={styles.indicator} data-refreshing={refreshing || undefined}>
        {refreshing ? (
          <Spinner label={feedText.refreshing} />
        ) : (
          <ArrowDown className={styles.arrow} size={22} aria-hidden />
        )}
      </div>
      <div className={styles.content} data-refreshing={refreshing || undefined}>
        {children}
      </div>
    </div>
  )
}
