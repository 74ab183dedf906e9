export const feedText = {
  title: 'Feed',
  within: (kilometres: number | null) => (kilometres === null ? 'Ovunque' : `Entro ${kilometres} km`),
  changePosition: (radius: string | null) => (radius === null ? 'Cambia posizione' : `${radius}. Cambia posizione`),
  posts: 'Post nei dintorni',
  refreshing: 'Aggiornamento…',
  newPosts: 'Nuovi post',
  empty: 'Qui intorno è ancora tutto tranquillo',
  emptyText: 'Nessuno ha ancora pubblicato. Racconta tu che cosa succede.',
  write: 'Scrivi il primo post',
  end: 'Hai visto tutto. Per ora.',
} as const
