import type { Post } from '#contract/posts.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { pictureAlt } from './picture-alt.ts'

type PostThumbnailProps = {
  post: Post & { image_url: string }
  /** Of the thumbnail; the picture is cropped to it. */
  ratio: number
  sizes: string
  className?: string | undefined
}

/** The picture of a post where the post itself is not shown: its alternative text is the text of the post. */
export const PostThumbnail = ({ post, ratio, sizes, className }: PostThumbnailProps) => (
  <Picture
    className={className}
    src={post.image_url}
    alt={post.text || pictureAlt(post)}
    width={ratio}
    height={1}
    thumbhash={post.image_thumbhash}
    sizes={sizes}
  />
)

export const hasPicture = (post: Post): post is Post & { image_url: string } => post.image_url !== null
