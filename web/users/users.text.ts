const compact = new Intl.NumberFormat('it', { notation: 'compact', maximumFractionDigits: 1 })

export const usersText = {
  count: (count: number) => compact.format(count),

  follow: 'Segui',
  requested: 'Richiesta inviata',
  following: 'Segui già',

  profileTitle: 'Profilo',
  loading: 'Loading...',
  settings: 'Impostazioni',
  chat: 'Messaggi',
  options: 'Opzioni del profilo',
  private: 'Profilo privato',
  followers: 'Follower',
  spotted: 'Spotted',
  followed: 'Following',
  contents: 'Contenuti del profilo',
  posts: 'Post',
  places: 'Luoghi',
  postsOf: (username: string) => `Post di ${username}`,
  placesOf: (username: string) => `Luoghi seguiti da ${username}`,
  allPlaces: 'Vedi tutti',
  noPlaces: 'Nessun luogo seguito.',
  noPosts: 'Ancora nessun post',
  noPostsText: (username: string) => `Quando ${username} pubblicherà qualcosa, lo troverai qui.`,
  noOwnPostsText: 'I tuoi post si raccolgono qui. Comincia da quello che vedi intorno a te.',
  write: 'Scrivi il primo post',

  privateTitle: 'Questo profilo è privato',
  privateText: (username: string) => `Segui ${username} per vedere i suoi post e i suoi luoghi.`,
  privatePendingText: (username: string) =>
    `Quando ${username} accetterà la tua richiesta, vedrai i suoi post e i suoi luoghi.`,

  unavailable: 'Profilo non disponibile',
  unavailableText: 'Non esiste, non esiste più, oppure non è visibile a tutti.',
  toStart: "Torna all'inizio",

  noFollowers: 'Ancora nessun follower',
  noFollowersText: 'Chi comincerà a seguire questo profilo comparirà qui.',
  noFollowing: 'Non segue ancora nessuno',
  noFollowingText: 'Le persone seguite da questo profilo compariranno qui.',

  editTitle: 'Modifica profilo',
  changePhoto: 'Cambia foto',
  removePhoto: 'Rimuovi foto',
  preparing: 'Preparazione della foto…',
  unreadable: 'Non riusciamo a leggere questa immagine: prova con una foto in formato JPEG, PNG o WebP.',
  bio: 'Bio',
  bioPlaceholder: 'Inserisci la tua bio...',
  save: 'Salva',
  saved: 'Profilo aggiornato',
} as const
