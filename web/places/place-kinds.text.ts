import { placeLine, townLabel, type TownAndProvince } from '#contract/town-label.ts'

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
  names,
  /** "Museo · Milano (MI)"; of a town, whose own label is its province: "Città (NA)". Empty if nothing is known. */
  kindAndTown(kind: string | undefined, { town, province }: TownAndProvince): string {
    const name = kind && names[kind]
    return name ? placeLine({ name, town, province }, ' · ') : (townLabel({ town, province }) ?? '')
  },
} as const
