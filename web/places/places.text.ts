const oneDecimal = new Intl.NumberFormat('it', { maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('it', { maximumFractionDigits: 0 })

export const placesText = {
  chooseTown: 'Scegli una città',
  findTown: 'Cerca una città',
  noTown: (query: string) => `Nessuna città comincia per «${query}».`,
  townsFound: (count: number) => (count === 1 ? '1 città' : `${count} città`),
  failed: 'Le città non si caricano.',
  retry: 'Riprova',
  credit: 'Città e paesi da',
  whereAreYou: 'Dove sei?',
  findPlace: 'Cerca un luogo o una città',
  clearSearch: 'Cancella la ricerca',
  nearby: 'Vicino a te',
  largestTowns: 'Le città più grandi',
  towns: 'Città e paesi',
  searchingNearby: 'Ricerca dei luoghi vicini…',
  nearbyLate: 'I luoghi vicini tardano ad arrivare. Intanto puoi cercare una città qui sopra.',
  noPlace: (words: string) => `Nessun luogo per «${words}»`,
  noPlaceText: 'Controlla il nome, oppure prova con la città più vicina.',
  locateMe: 'Usa la mia posizione',

  follow: 'Segui',
  followed: 'Seguito',
  /** Not more exact than it can be: tens of metres, then hundreds, then kilometres. */
  distance: (metres: number) =>
    metres < 1000
      ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
      : `${(metres < 10_000 ? oneDecimal : whole).format(metres / 1000)} km`,
} as const
