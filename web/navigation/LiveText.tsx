import { Fragment } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { cutParts, type TextPart, textParts } from '#contract/text-parts.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './LiveText.module.css'

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

const maxLength = 40

/**
 * Returns a URL as it is read: without scheme, shortened at its end. The host is as the browser writes it, so that none
 * looks like another.
 */
export function shownLink(url: string): string {
  const { host, pathname, search, hash } = new URL(url)
  const shown =
    host.replace(/^www\./, '') + readable(pathname === '/' && !search && !hash ? '' : pathname + search + hash)
  const letters = [...shown]
  return letters.length <= maxLength ? shown : `${letters.slice(0, maxLength - 1).join('')}…`
}

/** Decodes letters only: a decoded blank, quote or invisible character would say something else. */
const readable = (path: string) =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded)
      return /^[\p{L}\p{M}]+$/u.test(decoded) ? decoded : encoded
    } catch {
      return encoded
    }
  })
