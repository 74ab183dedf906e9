/** Only the author deletes a post. */
export const canDeletePost = (viewerId: number, post: { author_id: number }): boolean => post.author_id === viewerId

/** What a viewer is to the authors of some posts. */
export type Standing = { id: number; parted: readonly number[]; followed: readonly number[] }

/** Who sees what, as `visibleTo` says it in SQL, of a post in memory whose author is active. */
export const canSeePost = (viewer: Standing, post: { authorId: number; forFollowers: boolean }): boolean =>
  !viewer.parted.includes(post.authorId) &&
  (!post.forFollowers || post.authorId === viewer.id || viewer.followed.includes(post.authorId))
