/** Only the author may delete a comment. */
export const canDeleteComment = (viewerId: number, comment: { author_id: number }): boolean =>
  comment.author_id === viewerId

/** Replies are one level deep. */
export const canBeAnswered = (comment: { reply_to: number | null }): boolean => comment.reply_to === null
