import { repliesLimit } from '#contract/limits.ts'

export const commentsText = {
  added: 'Commento aggiunto',
  removed: 'Commento rimosso',
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  oneLevel: 'Si può rispondere a un commento, non a una risposta.',
  repliesFull: `A questo commento ci sono già ${repliesLimit} risposte: scrivi un nuovo commento.`,
  notYours: 'Puoi eliminare solo i tuoi commenti.',
} as const
