import styles from './Emphasis.module.css'
import { matchIn } from './match-in.ts'

type EmphasisProps = { text: string; words: string }

/** A text in which what was searched for stands out. */
export function Emphasis({ text, words }: EmphasisProps) {
  const match = matchIn(text, words)
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
