import styles from './Highlight.module.css'
import { findMatch } from './find-match.ts'

type HighlightProps = { text: string; query: string }

/** A text with the query highlighted. */
export function Highlight({ text, query }: HighlightProps) {
  const match = findMatch(text, query)
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
