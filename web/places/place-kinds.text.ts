/** What a place is, by its kind in the directory. */
const names: Record<string, string> = {
  town: 'Città',
  village: 'Paese',
  bar: 'Bar',
  restaurant: 'Ristorante',
  shop: 'Negozio',
  market: 'Mercato',
  square: 'Piazza',
  street: 'Via',
  park: 'Parco',
  beach: 'Spiaggia',
  lake: 'Lago',
  viewpoint: 'Belvedere',
  monument: 'Monumento',
  museum: 'Museo',
  theatre: 'Teatro',
  library: 'Biblioteca',
  school: 'Scuola',
  university: 'Università',
  church: 'Chiesa',
  castle: 'Castello',
  bridge: 'Ponte',
  station: 'Stazione',
  airport: 'Aeroporto',
  harbour: 'Porto',
  stadium: 'Stadio',
  hotel: 'Albergo',
  hospital: 'Ospedale',
  island: 'Isola',
  peak: 'Montagna',
}

export const placeKindsText = {
  /** Null for a kind that says nothing. */
  nameOf: (kind: string) => names[kind] ?? null,
} as const
