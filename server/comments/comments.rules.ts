/** Only the author may delete a comment. */
export const canDeleteComment = (viewerId: number, comment: { author_id: number }): boolean =>
  comment.author_id === viewerId
