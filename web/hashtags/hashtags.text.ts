export const hashtagsText = {
  title: (tag: string) => `#${tag}`,
  posts: (tag: string) => `Post con #${tag}`,
  order: 'Ordine dei post',
  near: 'Vicino a te',
  newest: 'Più recenti',
  none: (tag: string) => `Ancora nessun post con #${tag}`,
  noneText: 'Scrivilo in un tuo post e sarà il primo.',
} as const
