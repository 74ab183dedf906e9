import { Fragment } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { cutParts, type TextPart, textParts } from '#contract/text-parts.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './LiveText.module.css'
import { shownLink } from './shown-link.ts'

type LiveTextProps = {
  text: string
  /** The number of characters shown. */
  length?: number
}

/** A text by a user, with its links, hashtags and mentions. Following a link does not reveal the page it was on. */
export function LiveText({ text, length = text.length }: LiveTextProps) {
  const parts = cutParts(textParts(text), length)
  // The parts of a text have no other names than their places.
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map((part, index) => <Fragment key={index}>{showPart(part)}</Fragment>)
}

function showPart(part: TextPart) {
  if (part.kind === 'link')
    return (
      <a
        dir="ltr"
        className={classNames(styles.live, styles.link)}
        href={part.url}
        target="_blank"
        rel="nofollow noopener noreferrer ugc"
      >
        {shownLink(part.url)}
      </a>
    )
  if (part.kind === 'hashtag')
    return (
      <Link dir="auto" className={classNames(styles.live, styles.named)} to={pagePaths.hashtag(part.text.slice(1))}>
        {part.text}
      </Link>
    )
  if (part.kind === 'mention')
    return (
      <Link dir="ltr" className={classNames(styles.live, styles.named)} to={pagePaths.userNamed(part.username)}>
        {part.text}
      </Link>
    )
  return part.text
}
