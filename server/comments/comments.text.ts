export const commentsText = {
  added: 'Commento aggiunto',
  removed: 'Commento rimosso',
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  notYours: 'Puoi eliminare solo i tuoi commenti.',
} as const
