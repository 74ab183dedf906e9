/** Only the author may edit or delete a post. */
export const isAuthor = (viewerId: number, post: { author_id: number }): boolean => post.author_id === viewerId

/** A photo needs no words. */
export const hasContent = ({ text, picturesCount }: { text: string; picturesCount: number }): boolean =>
  text !== '' || picturesCount > 0

/** A viewer, the authors of the posts in question who are blocked for them, and those whom they follow. */
export type ViewerRelations = { id: number; blockedAuthorIds: readonly number[]; followedAuthorIds: readonly number[] }

/** Applies the rule of `visiblePostSql` to a post in memory whose author is not suspended. */
export const canSeePost = (viewer: ViewerRelations, post: { authorId: number; followersOnly: boolean }): boolean =>
  !viewer.blockedAuthorIds.includes(post.authorId) &&
  (!post.followersOnly || post.authorId === viewer.id || viewer.followedAuthorIds.includes(post.authorId))
