import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './NewItemsButton.module.css'

type NewItemsButtonProps = {
  /** An arrow towards the new items. */
  icon: ReactNode
  text: string
  className?: string | undefined
  onClick: () => void
}

/** A button that scrolls to new items off the screen. */
export const NewItemsButton = ({ icon, text, className, onClick }: NewItemsButtonProps) => (
  <button type="button" className={classNames(styles.button, className)} onClick={onClick}>
    {icon}
    {text}
  </button>
)
