import { cardPictureSizes, firstPicture, inline, type Opening } from '#contract/opening.ts'
import type { Post } from '#contract/posts.ts'
import { largestWidth, sourcesOf } from '#server/media/media.rules.ts'

const preloadOf = ({ image_url, image_width }: Post) =>
  image_url === null
    ? ''
    : `<link rel="preload" as="image" href="${image_url}" imagesrcset="${sourcesOf(image_url, image_width ?? largestWidth)}" imagesizes="${cardPictureSizes}" fetchpriority="high" />\n    `

/** The page of the feed with its first posts in it, and the first picture on its way before the code has come. */
export function viewOpening(shell: string, opening: Opening): string {
  const first = firstPicture(opening.feed.posts)
  const preload = first ? preloadOf(first) : ''
  return inline(shell.replace('<script', () => `${preload}<script`), opening)
}
