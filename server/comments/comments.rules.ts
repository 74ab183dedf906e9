/** Only who wrote a comment deletes it. */
export const canDeleteComment = (viewerId: number, comment: { author_id: number }): boolean =>
  comment.author_id === viewerId
