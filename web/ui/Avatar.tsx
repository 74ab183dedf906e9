import { useState } from 'react'
import { pictureSrcSet } from '#contract/pictures.ts'
import styles from './Avatar.module.css'
import { classNames } from './class-names.ts'

type AvatarProps = {
  name: string
  /** Address of the picture, if there is one. */
  picture: string | null | undefined
  size?: number
  className?: string | undefined
}

/** A name always gets the same colours. */
function hueOf(name: string) {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600
  return hash / 10
}

/** Decorative: the name stands beside it, or on the control that holds it. */
export function Avatar({ name, picture, size, className }: AvatarProps) {
  const wide = size ?? 40
  const [broken, setBroken] = useState<string | null>(null)
  const letter = [...name][0]?.toLocaleUpperCase('it') ?? '?'
  return (
    <span
      className={classNames(styles.avatar, className)}
      style={{ '--size': `${wide}px`, '--hue': hueOf(name) }}
      aria-hidden
    >
      {picture && picture !== broken ? (
        <img
          className={styles.picture}
          src={picture}
          srcSet={pictureSrcSet(picture)}
          sizes={`${wide}px`}
          alt=""
          width={wide}
          height={wide}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture)}
        />
      ) : (
        letter
      )}
    </span>
  )
}
