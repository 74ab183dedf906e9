import { ArrowUp } from 'lucide-react'
import { NewItemsButton } from './NewItemsButton.tsx'
import styles from './NewItemsPill.module.css'

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
