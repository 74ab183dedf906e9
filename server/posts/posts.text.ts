export const postsText = {
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  deleted: 'Post eliminato',
  edited: 'Post modificato',
  notYoursToEdit: 'Puoi modificare solo i tuoi post.',
  notYours: 'Puoi eliminare solo i tuoi post.',
  noSuchPicture: 'Una delle foto non c’è più: aggiungila di nuovo.',
  otherPictures: 'Le descrizioni non corrispondono alle foto del post: ricarica la pagina.',
  noSuchPlace: 'Il luogo scelto non esiste più.',
  bookmarked: 'Post salvato',
  bookmarkRemoved: 'Post tolto dai salvati',
  tooManyBookmarks: 'Puoi salvare al massimo 5.000 post: togline qualcuno per fare posto.',
} as const
