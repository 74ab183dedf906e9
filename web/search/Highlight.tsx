import styles from './Highlight.module.css'
import { findMatch } from './find-match.ts'

type HighlightProps = { text: string; words: string }

/** A text with the query highlighted. */
export function Highlight({ text, words }: HighlightProps) {
  const match = findMatch(text, words)
  if (!match) return text
  const [from, to] = match
  return (
    <>
      {text.slice(0, from)}
      <span className={styles.match}>{text.slice(from, to)}</span>
      {text.slice(to)}
    </>
  )
}
