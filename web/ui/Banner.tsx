import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { classNames } from './class-names.ts'

type BannerProps = {
  children: ReactNode
  icon?: ReactNode
  /** `danger` interrupts who listens; the others wait their turn. */
  tone?: 'info' | 'new' | 'danger'
}

/** Something to know that stays until it is no longer so. */
export function Banner({ children, icon, tone }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[tone ?? 'info'])} role={tone === 'danger' ? 'alert' : 'status'}>
      {icon}
      <div className={styles.text}>{children}</div>
    </div>
  )
}
