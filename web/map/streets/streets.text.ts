import type { MapStreets, StreetsFailure, StreetsFetch } from '#contract/map-streets.ts'
import { streetsKm } from '#contract/limits.ts'

const whole = new Intl.NumberFormat('it', { useGrouping: 'always' })
const degrees = new Intl.NumberFormat('it', { maximumFractionDigits: 2 })
const longDay = new Intl.DateTimeFormat('it', { dateStyle: 'long' })
const megabytes = (bytes: number) =>
  `${new Intl.NumberFormat('it', { useGrouping: 'always', maximumFractionDigits: bytes < 10e6 ? 1 : 0 }).format(bytes / 1e6)} MB`

type Bounds = StreetsFetch['bounds']
const describeBounds = ({ west, south, east, north }: Bounds) =>
  `da ${degrees.format(south)}° a ${degrees.format(north)}° di latitudine e da ${degrees.format(west)}° a ${degrees.format(east)}° di longitudine`

const failures: Record<StreetsFailure, string> = {
  busy: 'Un altro scaricamento sta scrivendo lo stesso file: aspetta che finisca, poi continua.',
  builds: 'L’elenco delle mappe pubbliche di Protomaps non si legge: riprova più tardi, o scrivi tu un indirizzo.',
  disk_full: 'Sul disco del server non c’è abbastanza spazio.',
  interrupted: 'Lo scaricamento si è interrotto.',
  nothing_there: 'Quell’archivio non ha strade in questa zona.',
  replaced: 'L’archivio è cambiato nel frattempo: se continui si ricomincia da capo.',
  too_large: 'La zona è troppo grande: scegline una più piccola.',
  unfit: 'A quell’indirizzo non c’è un archivio che la mappa possa usare.',
  unreachable: 'Il sito dell’archivio non risponde come dovrebbe.',
}

export const streetsText = {
  title: 'Strade della mappa',

  now: 'Sulla mappa adesso',
  none: 'La mappa mostra terre, acque e nomi, ma non ha ancora strade.',
  servedTown: (town: string) => `Ci sono le strade di ${town} e dintorni.`,
  served: 'Ci sono le strade di una parte del mondo.',
  servedDetails: ({ bounds, bytes, since }: NonNullable<MapStreets['served']>) =>
    `${megabytes(bytes)}, dal ${longDay.format(new Date(since))}: ${describeBounds(bounds)}.`,
  credit: (attribution: string) => `${attribution} · dati con licenza ODbL, come dice la mappa.`,
  openMap: 'Apri la mappa lì',
  isNamed: 'Il file l’ha scelto chi gestisce il server, con MAP_TILES: da qui non si può cambiare.',

  request: 'Scaricamento',
  place: ({ town, km, bounds }: StreetsFetch) =>
    town === null || km === null ? `La zona ${describeBounds(bounds)}` : `${town}, ${whole.format(km)} km attorno`,
  from: (address: string) => `Da ${address}`,
  size: (bytes: number, tiles: number) => `${megabytes(bytes)}, ${whole.format(tiles)} riquadri`,
  sizeOf: (bytes: number, total: number) => `${megabytes(bytes)} di ${megabytes(total)}`,
  states: {
    planning: 'Guardo quanto pesano queste strade…',
    planned: 'Tutto pronto per scaricare.',
    fetching: 'Le strade arrivano. Puoi anche chiudere la pagina: il server va avanti da solo.',
    stopped: 'Fermato. Quello che è arrivato resta, e non si scarica di nuovo.',
    failed: 'Quello che è arrivato resta, e non si scarica di nuovo.',
    done: 'Le strade sono arrivate, e la mappa le mostra.',
  } satisfies Record<StreetsFetch['state'], string>,
  waiting: 'Il server era stato interrotto: riprende entro un minuto.',
  failures,
  progress: 'Quanto è arrivato',
  planningProgress: 'Preparazione',
  replaces: 'Prenderanno il posto di quelle che ci sono adesso.',
  fetch: 'Scarica',
  goOn: 'Continua',
  stop: 'Ferma',

  choose: 'Scegli la zona',
  chooseOther: 'Un’altra zona',
  explanation:
    'Il server chiede le strade direttamente al sito da cui vengono. Chi usa la mappa le riceve solo da questo server.',
  offline: 'Se la macchina non ha rete, chi la gestisce può usare un file:',
  command: 'npm run map:streets -- Rimini --from FILE',
  by: 'Come scegliere la zona',
  byTown: 'Una città',
  byBounds: 'Quattro gradi',
  town: 'Città',
  chooseTown: 'Scegli una città',
  changeTown: (town: string) => `${town} · cambia`,
  townMissing: 'Scegli una città.',
  km: 'Chilometri attorno',
  kmHint: `Da ${streetsKm.smallest} a ${streetsKm.largest}, in ogni direzione.`,
  west: 'Ovest',
  south: 'Sud',
  east: 'Est',
  north: 'Nord',
  degreeMissing: 'Scrivi i gradi.',
  address: 'Indirizzo di un archivio PMTiles',
  addressHint: 'Se lo lasci vuoto, l’ultima mappa pubblica di Protomaps.',
  plan: 'Prepara',
} as const
