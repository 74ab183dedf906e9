import { classNames } from './class-names.ts'
import styles from './Skeleton.module.css'

type SkeletonProps = {
  width?: number | string
  height?: number | string
  round?: 'text' | 'photo' | 'circle'
  className?: string | undefined
}

/** A placeholder while content loads. The container sets `aria-busy`. */
export function Skeleton({ width, height, round, className }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, styles[round ?? 'text'], className)}
      style={{ width, height }}
      aria-hidden
    />
  )
}
