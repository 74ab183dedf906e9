export const spottedText = {
  title: 'Spotted',
  posts: 'Post in cui è stato riconosciuto',
  empty: 'Nessuno spot trovato.',
} as const
