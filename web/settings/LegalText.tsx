import type { MouseEvent } from 'react'
import { useGoBack } from '#web/navigation/go-back.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import styles from './LegalText.module.css'
import { settingsText } from './settings.text.ts'

/** A paragraph or a list. */
type Block = string | readonly string[]

export type LegalTextContent = {
  title: string
  intro: string
  sections: readonly { id: string; title: string; blocks: readonly Block[] }[]
}

/** Scrolls to a section without a history entry, so that Back leaves the text. */
function goTo(event: MouseEvent, id: string) {
  event.preventDefault()
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}

/** A legal text with a table of contents. */
export function LegalText({ text }: { text: LegalTextContent }) {
  const goBack = useGoBack()
  return (
    <>
      <title>{text.title}</title>
      <PageHeader title={text.title} onBack={goBack} />
      <article className={styles.text}>
        <p className={styles.intro}>{text.intro}</p>
        <p className={styles.updated}>{settingsText.lastUpdated}</p>
        <nav className={styles.contents} aria-label={settingsText.contents}>
          <ol>
            {text.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {text.sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} className={styles.section} tabIndex={-1}>
            <h2>{title}</h2>
            {blocks.map((block) =>
              typeof block === 'string' ? <p key={block}>{block}</p> : <Points key={block[0]} points={block} />,
            )}
          </section>
        ))}
      </article>
    </>
  )
}

const Points = ({ points }: { points: readonly string[] }) => (
  <ul>
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)
