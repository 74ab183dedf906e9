/** Only the author may edit or delete a post. */
export const isAuthor = (viewerId: number, post: { author_id: number }): boolean => post.author_id === viewerId
