import { ArrowUp } from 'lucide-react'
import { NewsButton } from './NewsButton.tsx'
import styles from './NewsPill.module.css'

type NewsPillProps = {
  /** What is new; null: nothing. */
  text: string | null
  onShow: () => void
}

/** Tells that a list has gone on at its top; it moves only when asked to. */
export function NewsPill({ text, onShow }: NewsPillProps) {
  const show = () => {
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <output className={styles.place}>
      {text !== null && <NewsButton icon={<ArrowUp size={16} aria-hidden />} text={text} onClick={show} />}
    </output>
  )
}
