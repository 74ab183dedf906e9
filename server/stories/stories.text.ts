export const storiesText = {
  seen: 'Storia vista',
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  deleted: 'Storia eliminata',
  notYours: 'Puoi eliminare solo le tue storie.',
  noSuchPlace: 'Il luogo scelto non esiste più.',
  tooMany: 'Hai già 100 storie attive: elimina una di quelle, oppure aspetta che scada.',
} as const
