import type { AddedPlaceKind } from '#contract/places.ts'
import { formatDistance } from '#web/ui/ui.text.ts'

const kinds: Record<AddedPlaceKind, string> = {
  bar: 'Bar, caffè, locale',
  restaurant: 'Ristorante, pizzeria',
  shop: 'Negozio',
  market: 'Mercato, centro commerciale',
  square: 'Piazza',
  street: 'Via',
  park: 'Parco, giardino',
  beach: 'Spiaggia',
  lake: 'Lago',
  viewpoint: 'Belvedere',
  monument: 'Monumento',
  museum: 'Museo, galleria',
  theatre: 'Teatro, cinema',
  library: 'Biblioteca',
  school: 'Scuola',
  university: 'Università',
  church: 'Chiesa',
  station: 'Stazione, fermata',
  stadium: 'Stadio, palestra, campo',
  hotel: 'Albergo',
  hospital: 'Ospedale, ambulatorio',
  place: 'Altro',
}
const degrees = new Intl.NumberFormat('it', { minimumFractionDigits: 4, maximumFractionDigits: 4 })

export const addedPlacesText = {
  offer: 'Non lo trovi? Aggiungilo',
  offerNamed: (name: string) => `Aggiungi «${name}»`,
  back: 'Torna alla ricerca',
  name: 'Come si chiama?',
  kind: 'Che tipo di luogo è?',
  chooseKind: 'Scegli',
  kinds: (Object.keys(kinds) as AddedPlaceKind[]).map((value) => ({ value, label: kinds[value] })),
  where: 'Dove si trova?',
  here: 'Dove mi trovo adesso',
  inTown: 'Al centro di una città',
  noStreets: 'Qui la mappa non ha le strade: scegli il punto che si avvicina di più.',
  point: 'Punto del luogo',
  at: { device: 'Proprio dove mi trovo', centre: 'Al centro della città' },
  takes: {
    device: 'Qui la mappa non ha le strade: il luogo prende la posizione del tuo dispositivo.',
    centre: 'Qui la mappa non ha le strade: il luogo sta al centro della città.',
  },
  beside: (name: string, metres: number) => `Accanto a ${name} (${formatDistance(metres)})`,
  town: 'Quale città?',
  towns: 'Città trovate',
  coordinates: (latitude: number, longitude: number) =>
    `${degrees.format(latitude)}\u00a0·\u00a0${degrees.format(longitude)}`,
  willBePublic: (coordinates: string) =>
    `Il luogo diventa pubblico, a queste coordinate: ${coordinates}. Chi l’ha aggiunto non si vede. Se qui ci abiti, scegli il centro della città.`,
  add: 'Aggiungi e rendi pubblico',
  similarTitle: 'È uno di questi?',
  similarText: 'Qui vicino c’è già qualcosa con un nome simile.',
  none: 'No, è un altro luogo',
} as const
