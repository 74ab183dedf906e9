export const postsText = {
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  deleted: 'Post eliminato',
  edited: 'Post modificato',
  notYoursToEdit: 'Puoi modificare solo i tuoi post.',
  notYours: 'Puoi eliminare solo i tuoi post.',
  noSuchPlace: 'Il luogo scelto non esiste più.',
} as const
