export const usersText = {
  follow: 'Segui',
  requested: 'Richiesta inviata',
  following: 'Segui già',
} as const
