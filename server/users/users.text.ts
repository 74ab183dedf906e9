export const usersText = {
  requested: 'Richiesta di follow inviata',
  following: 'Ora segui questo utente',
  unfollowed: 'Non segui più questo utente',
  requestWithdrawn: 'Richiesta di follow annullata',
  nothingToUnfollow: 'Follow rimosso',
  notYourself: 'Non puoi seguire te stesso.',
  accepted: 'Richiesta accettata',
  declined: 'Richiesta rifiutata',
  reservedName: 'Questo nome farebbe pensare a chi gestisce il server.',
  noSuchRequest: 'Questa richiesta non c’è più.',
} as const
