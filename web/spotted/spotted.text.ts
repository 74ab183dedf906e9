const compact = new Intl.NumberFormat('it', { notation: 'compact', maximumFractionDigits: 1 })

export const spottedText = {
  title: 'Spotted',
  posts: 'Post in cui è stato riconosciuto',
  empty: 'Nessuno spot trovato.',
  postsAtPlace: 'Post di questo luogo in cui qualcuno è stato riconosciuto',
  emptyAtPlace: 'Nessun post spotted trovato.',

  count: (count: number) => compact.format(count),
  confirmedPeople: (count: number) => (count === 1 ? '1 persona confermata' : `${compact.format(count)} persone confermate`),
  isMe: 'sono io?',
  requested: 'Richiesta',
  requestedMeans: 'Spotted inviata: premi per ritirarla',
  confirmedMeans: 'confermato, sei tu: premi per ritirarlo',
  seeRequests: 'vedi le richieste',
} as const
