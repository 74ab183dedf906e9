export const postsText = {
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  deleted: 'Post eliminato',
  edited: 'Post modificato',
  notYoursToEdit: 'Puoi modificare solo i tuoi post.',
  notYours: 'Puoi eliminare solo i tuoi post.',
  noSuchPicture: 'Una delle foto non c’è più: aggiungila di nuovo.',
  noSuchPlace: 'Il luogo scelto non esiste più.',
} as const
