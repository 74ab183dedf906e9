/** Only the author deletes a post. */
export const canDeletePost = (viewerId: number, post: { author_id: number }): boolean => post.author_id === viewerId
