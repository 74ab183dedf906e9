import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './NewItemsPill.module.css'

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

type NewItemsPillProps = {
  /** Null: nothing new. */
  text: string | null
  onShow: () => void
}

/** Offers new items at the top of a list, which does not move by itself. */
export function NewItemsPill({ text, onShow }: NewItemsPillProps) {
  const show = () => {
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <output className={styles.place}>
      {text !== null && <NewItemsButton icon={<ArrowUp size={16} aria-hidden />} text={text} onClick={show} />}
    </output>
  )
}
