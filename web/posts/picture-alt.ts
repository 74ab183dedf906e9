import type { Post } from '#contract/posts.ts'
import { postsText } from './posts.text.ts'

/** The alternative text of a post's picture. */
export const pictureAlt = ({ image_alt, username, location_name }: Post) =>
  image_alt ?? postsText.picture(username, location_name)

/** The pictures of a post in their order. `words`: those of the author about it. */
export function picturesOf(post: Post) {
  if (post.image_url === null) return []
  const { image_url: url, image_width: width, image_height: height, image_thumbhash: thumbhash } = post
  const { image_alt, more_images, username, location_name } = post
  const all = [{ url, width, height, thumbhash, alt: image_alt }, ...more_images]
  return all.map((picture, index) => ({
    src: picture.url,
    width: picture.width,
    height: picture.height,
    thumbhash: picture.thumbhash,
    words: picture.alt,
    alt:
      picture.alt ??
      (all.length === 1
        ? postsText.picture(username, location_name)
        : postsText.pictureOfMany(index + 1, all.length, { username, place: location_name })),
  }))
}
