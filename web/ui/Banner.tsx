import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { classNames } from './class-names.ts'

type BannerProps = {
  children: ReactNode
  icon?: ReactNode
  /** At the end, for example a button. */
  trailing?: ReactNode
  /** `danger` is announced at once, the others politely. */
  tone?: 'info' | 'new' | 'danger'
}

/** A message that stays on the page. */
export function Banner({ children, icon, trailing, tone }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[tone ?? 'info'])} role={tone === 'danger' ? 'alert' : 'status'}>
      {icon}
      <div className="grows">{children}</div>
      {trailing}
    </div>
  )
}
