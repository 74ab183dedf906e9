import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './NewsButton.module.css'

type NewsButtonProps = {
  /** Where what is new lies. */
  icon: ReactNode
  text: string
  className?: string | undefined
  onClick: () => void
}

/** Leads to what is new and out of sight. */
export const NewsButton = ({ icon, text, className, onClick }: NewsButtonProps) => (
  <button type="button" className={classNames(styles.button, className)} onClick={onClick}>
    {icon}
    {text}
  </button>
)
