const compact = new Intl.NumberFormat('it', { notation: 'compact', maximumFractionDigits: 1 })

/** "1,2 Mln": a short count in Italian. */
export const formatCount = (count: number) => compact.format(count)

/** "99+": a count on a badge. */
export const formatBadge = (count: number) => (count > 99 ? '99+' : String(count))

/** The same for screen readers. */
export const formatSpokenBadge = (count: number) => (count > 99 ? 'oltre 99' : String(count))

const oneDecimal = new Intl.NumberFormat('it', { maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('it', { maximumFractionDigits: 0 })

/** "1,2 km": rounded to tens of metres, hundreds of metres, or kilometres. */
export const formatDistance = (metres: number) =>
  metres < 1000
    ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
    : `${(metres < 10_000 ? oneDecimal : whole).format(metres / 1000)} km`

const list = new Intl.ListFormat('it')
const otherPeople = (count: number) => (count === 1 ? 'un’altra persona' : `altre ${formatCount(count)} persone`)

/** "anna, bruno e altre 2 persone" */
export const formatPeople = (names: readonly string[], othersCount: number) =>
  list.format(othersCount > 0 ? [...names, otherPeople(othersCount)] : names)

export const uiText = {
  back: 'Indietro',
  close: 'Chiudi',
  clearSearch: 'Cancella la ricerca',
  cancel: 'Annulla',
  loading: 'Caricamento…',
  showPassword: 'Mostra password',
  hidePassword: 'Nascondi password',
  retry: 'Riprova',
  networkError: 'Errore di rete, riprova più tardi.',
  loadFailed: 'Qui non è arrivato niente',
  understood: 'Ho capito',
  copyLink: 'Copia link',
  linkCopied: 'Link copiato',
  linkNotCopied: 'Il browser non ha permesso di copiare il link.',
  share: 'Altre app',
  notShared: 'Condivisione non riuscita.',
  alt: 'ALT',
  oneFile: 'Qui va una foto sola: abbiamo preso la prima.',
  openAlt: (title: string) => `ALT: leggi la ${title.toLowerCase()}`,
  pictureAlt: (number: number) => (number === 0 ? 'Descrizione della foto' : `Descrizione della foto ${number}`),
  videoAlt: 'Descrizione del video',
  pictureAltExample: 'Che cosa si vede? La legge chi non può vederla.',
  now: 'adesso',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  yesterday: 'ieri',
  days: (count: number) => `${count} g`,
} as const
