import type { Post } from '#contract/posts.ts'
import { postsText } from './posts.text.ts'

/** What a post's picture is called for who cannot see it. */
export const pictureAlt = ({ username, location_name }: Post) => postsText.picture(username, location_name)
