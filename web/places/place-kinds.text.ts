/** The name of each kind of place in the directory. */
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
  /** "Museo · Milano (MI)"; of a town, whose own label is its province: "Città (NA)". Empty if nothing is known. */
  kindAndTown: (kind: string | undefined, town: string | null) =>
    [kind && names[kind], town].filter(Boolean).join(town?.startsWith('(') ? ' ' : ' · '),
} as const
