const oneDecimal = new Intl.NumberFormat('it', { maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('it', { maximumFractionDigits: 0 })

export const placesText = {
  chooseTown: 'Scegli una città',
  findTown: 'Cerca una città',
  noTownFound: (query: string) => `Nessuna città comincia per «${query}».`,
  townsFound: (count: number) => (count === 1 ? '1 città' : `${count} città`),
  townsFailed: 'Le città non si caricano.',
  retry: 'Riprova',
  credit: 'Città e paesi da',
  whereAreYou: 'Dove sei?',
  findPlace: 'Cerca un luogo o una città',
  clearSearch: 'Cancella la ricerca',
  nearby: 'Vicino a te',
  nearest: 'I luoghi più vicini',
  largestTowns: 'Le città più grandi',
  towns: 'Città e paesi',
  searchingNearby: 'Ricerca dei luoghi vicini…',
  nearbyFailed: 'I luoghi vicini tardano ad arrivare. Intanto puoi cercare una città qui sopra.',
  noPlaceFound: (query: string) => `Nessun luogo per «${query}»`,
  noPlaceFoundText: 'Controlla il nome, oppure prova con la città più vicina.',
  locateMe: 'Usa la mia posizione',

  follow: 'Segui',
  following: 'Seguito',

  place: 'Luogo',
  /** The title of the page (docs/product.md). */
  shortName: (name: string) => ([...name].length > 20 ? `${[...name].slice(0, 20).join('').trimEnd()}...` : name),
  picture: (name: string) => `Foto di ${name}`,
  distanceFromYou: (metres: number) => `a ${placesText.distance(metres)} da te`,
  followers: 'Follower',
  spotted: 'Spotted',
  contents: 'Contenuti del luogo',
  posts: 'Post',
  postsAt: (name: string) => `Post a ${name}`,
  noPosts: 'Qui nessuno ha ancora scritto',
  noPostsText: 'Sei da queste parti? La prima cartolina puoi mandarla tu.',
  write: 'Scrivi il primo post',
  events: 'Eventi',
  noEvents: 'Nessun evento in programma',
  noEventsText: 'Il palco è pronto: quando qui succederà qualcosa, lo troverai in questa pagina.',
  info: 'Info',
  name: 'Nome',
  town: 'Città',
  province: 'Provincia',
  sources: (count: number) => (count === 1 ? 'Fonte:' : 'Fonti:'),
  claimPlace: 'Sei il proprietario di questo luogo?',
  unavailable: 'Luogo non disponibile.',
  unavailableText: 'Non esiste, oppure non esiste più.',
  toSearch: 'Cerca un luogo',

  followersTitle: 'Follower Luogo',
  noFollowers: 'Nessun follower trovato.',
  noFollowersText: 'La panchina è libera: chi seguirà questo luogo comparirà qui.',
  followedTitle: 'Luoghi Seguiti',
  noFollowedPlaces: 'Nessun luogo seguito.',
  findPlaces: 'Trova un luogo da seguire',

  claimTitle: 'Gestione Luogo',
  claimText:
    'Raccontaci chi sei e che cosa fai in questo luogo. Chi gestisce Dintorni leggerà la tua richiesta e ti risponderà per email.',
  yourName: 'Nome e cognome',
  email: 'Email',
  emailHint: 'La risposta arriva a questo indirizzo.',
  role: 'Il tuo ruolo',
  rolePlaceholder: 'Per esempio: gestisco questo bar dal 2012 insieme a mia sorella…',
  sendClaim: 'Invia la richiesta',
  claimSent: 'Richiesta inviata',
  claimSentText: (name: string, email: string) =>
    `Abbiamo ricevuto la tua richiesta per ${name}. Dopo averla verificata ti scriveremo a ${email}.`,
  backToPlace: 'Torna al luogo',
  claimWithoutPlace: 'Di quale luogo si tratta?',
  claimWithoutPlaceText: 'Cerca il tuo luogo: nella sua pagina, sotto Info, trovi la richiesta.',
  /** Rounded to tens of metres, hundreds of metres, or kilometres. */
  distance: (metres: number) =>
    metres < 1000
      ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
      : `${(metres < 10_000 ? oneDecimal : whole).format(metres / 1000)} km`,
} as const
