import { ArrowUp } from 'lucide-react'
import { NewItemsButton } from './NewItemsButton.tsx'
import styles from './NewItemsPill.module.css'

type NewItemsPillProps = {
  /** What is new; null: nothing. */
  text: string | null
  onShow: () => void
}

/** Tells that a list has gone on at its top; it moves only when asked to. */
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
