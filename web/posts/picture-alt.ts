import type { Post } from '#contract/posts.ts'
import { postsText } from './posts.text.ts'

/** What a post's picture is called for who cannot see it. */
export const pictureAlt = ({ image_alt, username, location_name }: Post) =>
  image_alt ?? postsText.picture(username, location_name)
