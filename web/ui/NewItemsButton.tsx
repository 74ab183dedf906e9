import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './NewItemsButton.module.css'

type NewItemsButtonProps = {
  /** Where what is new lies. */
  icon: ReactNode
  text: string
  className?: string | undefined
  onClick: () => void
}

/** Leads to what is new and out of sight. */
export const NewItemsButton = ({ icon, text, className, onClick }: NewItemsButtonProps) => (
  <button type="button" className={classNames(styles.button, className)} onClick={onClick}>
    {icon}
    {text}
  </button>
)
