import { Fragment, type MouseEvent, type ReactNode } from 'react'
import type { Block, Run } from '#contract/legal-texts.ts'
import { legalTextsText } from './legal-texts.text.ts'
import styles from './LegalTextBlocks.module.css'

type Section = { id: string; title: string; blocks: Block[] }

const plainTextOf = ({ items }: Block) =>
  items
    .flat()
    .map(({ text }) => text)
    .join('')

/** Each heading begins a section. */
function splitIntoSections(blocks: Block[]): { lead: Block[]; sections: Section[] } {
  const lead: Block[] = []
  const sections: Section[] = []
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({ id: `sezione-${sections.length + 1}`, title: plainTextOf(block), blocks: [] })
    else (sections.at(-1)?.blocks ?? lead).push(block)
  }
  return { lead, sections }
}

/** Scrolls to a section without a history entry, so that Back leaves the text. */
function goTo(event: MouseEvent, id: string) {
  event.preventDefault()
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}

type LegalTextBlocksProps = {
  blocks: Block[]
  /** The number and date of the version; below the introduction. */
  children?: ReactNode
}

/** The words of a legal text, with a table of its contents. */
export function LegalTextBlocks({ blocks, children }: LegalTextBlocksProps) {
  const { lead, sections } = splitIntoSections(blocks)
  return (
    <article className={styles.text}>
      <div className={styles.lead}>
        <Blocks blocks={lead} />
      </div>
      {children}
      {sections.length > 1 && <Contents sections={sections} />}
      {sections.map((section) => (
        <section key={section.id} id={section.id} className={styles.section} tabIndex={-1}>
          <h2>{section.title}</h2>
          <Blocks blocks={section.blocks} />
        </section>
      ))}
    </article>
  )
}

const Contents = ({ sections }: { sections: Section[] }) => (
  <nav className={styles.contents} aria-label={legalTextsText.contents}>
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

// A text does not change while it is shown, so that places serve as keys.
const Blocks = ({ blocks }: { blocks: Block[] }) => blocks.map((block, at) => <BlockOf key={at} block={block} />)

function BlockOf({ block: { kind, start, items } }: { block: Block }) {
  if (kind === 'paragraph')
    return (
      <p>
        {items.map((runs, at) => (
          <Runs key={at} runs={runs} />
        ))}
      </p>
    )
  const points = items.map((runs, at) => (
    <li key={at}>
      <Runs runs={runs} />
    </li>
  ))
  return kind === 'numbers' ? <ol start={start ?? 1}>{points}</ol> : <ul>{points}</ul>
}

const Runs = ({ runs }: { runs: Run[] }) =>
  runs.map((run, at) => (
    <Fragment key={at}>
      <RunOf run={run} />
    </Fragment>
  ))

function RunOf({ run: { text, is_strong, is_emphasis, href } }: { run: Run }) {
  let content: ReactNode = text
  if (is_emphasis) content = <em>{content}</em>
  if (is_strong) content = <strong>{content}</strong>
  if (href === null) return content
  return (
    <a href={href} rel="noreferrer">
      {content}
    </a>
  )
}
