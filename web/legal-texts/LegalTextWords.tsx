import type { MouseEvent, ReactNode } from 'react'
import type { LegalTextWords as Words } from '#contract/legal-texts.ts'
import { legalTextsText } from './legal-texts.text.ts'
import styles from './LegalTextWords.module.css'

const idOf = (section: number) => `sezione-${section + 1}`

/** Scrolls to a section without a history entry, so that Back leaves the text. */
function goTo(event: MouseEvent, id: string) {
  event.preventDefault()
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}

type LegalTextWordsProps = {
  words: Words
  /** The number and date of the version; below the introduction. */
  children?: ReactNode
}

/** The words of a legal text, with a table of its contents. */
export function LegalTextWords({ words: { lead_html, sections }, children }: LegalTextWordsProps) {
  return (
    <article className={styles.text}>
      <Html className={styles.lead} html={lead_html} />
      {children}
      {sections.length > 1 && (
        <nav className={styles.contents} aria-label={legalTextsText.contents}>
          <ol>
            {sections.map(({ title }, at) => (
              <li key={at}>
                <a href={`#${idOf(at)}`} onClick={(event) => goTo(event, idOf(at))}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {sections.map(({ title, html }, at) => (
        <section key={at} id={idOf(at)} className={styles.section} tabIndex={-1}>
          <h2>{title}</h2>
          <Html html={html} />
        </section>
      ))}
    </article>
  )
}

/** Shows what the server has rendered: it lets no other elements through. */
const Html = ({ className = '', html }: { className?: string | undefined; html: string }) => (
  <div className={`${styles.words} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
)
