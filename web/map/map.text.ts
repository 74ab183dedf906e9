import type { MapPeriod } from '#contract/map-period.ts'

const periods: Record<MapPeriod, string> = { day: 'Oggi', week: '7 giorni', month: '30 giorni' }
const spokenPeriods: Record<MapPeriod, string> = {
  day: 'nelle ultime 24 ore',
  week: 'negli ultimi 7 giorni',
  month: 'negli ultimi 30 giorni',
}
const countPosts = (count: number) => (count === 1 ? '1 post' : `${count} post`)

export const mapText = {
  title: 'Esplora',
  choose: 'Come esplorare',
  list: 'Elenco',
  map: 'Mappa',
  open: 'Apri la mappa',
  period: 'Di quando',
  periods,
  posts: countPosts,
  place: (name: string, count: number) => `${name}, ${countPosts(count)}`,
  cluster: (places: number, posts: number) => `${places} luoghi, ${countPosts(posts)}: avvicina`,
  inThisArea: 'In questa zona',
  summary: (posts: number, period: MapPeriod) => `${countPosts(posts)} ${spokenPeriods[period]}`,
  someZone: 'Una zona senza città',
  approach: (name: string) => `Avvicina la mappa: ${name}`,
  new: 'Novità',
  more: 'Qui ci sono altri luoghi: avvicina la mappa per vederli.',
  nothing: 'Qui è tutto tranquillo',
  nothingText: (period: MapPeriod) => `Nessuno ha raccontato qualcosa ${spokenPeriods[period]}. Guarda più lontano.`,
  fewAuthorsText: (period: MapPeriod) =>
    `Da lontano una zona si colora quando almeno tre persone hanno raccontato qualcosa ${spokenPeriods[period]}.`,
  region: 'Mappa. Con le frecce si sposta, con più e meno si avvicina e si allontana; l’elenco dice le stesse cose.',
  ownPosition: 'Intorno a me',
  noMap: 'Questo browser non può disegnare la mappa.',
  noMapText: 'L’elenco mostra le stesse cose.',
  farther: 'Guarda più lontano',
  failed: 'La mappa non si è caricata.',
  point: 'Il punto sulla mappa',
  movePoint: 'Sposta la mappa finché il segno è sul luogo.',
  movePointByKeys: 'Con la tastiera: le frecce la spostano, più e meno la avvicinano e allontanano.',
  openAt: (name: string) => `Apri la mappa: ${name}`,
  controls: {
    'AttributionControl.ToggleAttribution': 'Chi ha fatto la mappa',
    'NavigationControl.ZoomIn': 'Avvicina',
    'NavigationControl.ZoomOut': 'Allontana',
    'Map.Title': 'Mappa',
  },
} as const
