export const commentsText = {
  added: 'Commento aggiunto',
  removed: 'Commento rimosso',
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  oneLevel: 'Si può rispondere a un commento, non a una risposta.',
  notYours: 'Puoi eliminare solo i tuoi commenti.',
} as const
