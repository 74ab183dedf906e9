export const spottedPostsText = {
  title: 'Spotted',
  posts: 'Post in cui si è riconosciuto qualcuno',
  empty: 'Nessuno spot trovato.',
  postsAtPlace: 'Post di questo luogo in cui qualcuno è stato riconosciuto',
  emptyAtPlace: 'Nessun post spotted trovato.',
} as const
