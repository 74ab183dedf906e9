/** The reactions that a member of a conversation may give to a message. Without zod, so that the page can load it. */
export const reactions = ['heart', 'laugh', 'wow', 'sad', 'thanks', 'thumbs_up'] as const
export type Reaction = (typeof reactions)[number]
