import { useState } from 'react'
import { pictureSrcSet } from '#contract/pictures.ts'
import styles from './Avatar.module.css'
import { classNames } from './class-names.ts'
import { useLargestPaint } from './first-paint.ts'

type AvatarProps = {
  name: string
  /** URL of the picture, if there is one. */
  picture: string | null | undefined
  size?: number
  className?: string | undefined
}

/** Returns a hue in degrees, always the same for a name. */
function hueOf(name: string) {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600
  return hash / 10
}

/** Decorative: the name is beside it, or the label of its control. */
export function Avatar({ name, picture, size, className }: AvatarProps) {
  const sizePx = size ?? 40
  const isRequested = useLargestPaint()
  const [broken, setBroken] = useState<string | null>(null)
  const initial = [...name][0]?.toLocaleUpperCase('it') ?? '?'
  return (
    <span
      className={classNames(styles.avatar, className)}
      style={{ '--size': `${sizePx}px`, '--hue': hueOf(name) }}
      aria-hidden
    >
      {picture && isRequested && picture !== broken ? (
        <img
          className={styles.picture}
          src={picture}
          srcSet={pictureSrcSet(picture)}
          sizes={`${sizePx}px`}
          alt=""
          width={sizePx}
          height={sizePx}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture)}
        />
      ) : (
        initial
      )}
    </span>
  )
}
