import type { Overview } from '#contract/administration.ts'

const whole = new Intl.NumberFormat('it', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('it', { maximumFractionDigits: 1 })
const dayAndMonth = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayAndTime = new Intl.DateTimeFormat('it', { dateStyle: 'long', timeStyle: 'short' })
const clock = new Intl.DateTimeFormat('it', { hour: '2-digit', minute: '2-digit' })

const units = ['B', 'kB', 'MB', 'GB', 'TB']
/** 66084827136 → `66,1 GB` */
function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  return `${oneDecimal.format(bytes / 1000 ** power)} ${units[power]}`
}

/** 7300 → `2 h` */
function formatAge(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

const counted = (count: number, one: string, many: string) => `${whole.format(count)} ${count === 1 ? one : many}`

export const administrationText = {
  title: 'Amministrazione',
  sections: 'Che cosa puoi fare',
  people: 'Persone',
  registrations: 'Iscrizioni',
  announcements: 'Avvisi',
  streets: 'Strade della mappa',
  texts: 'Termini e privacy',
  moderation: 'Moderazione',

  figures: 'Come va',
  count: (count: number) => whole.format(count),
  bytes: formatBytes,
  today: 'oggi',
  now: 'adesso',
  day: (day: string) => dayAndMonth.format(new Date(day)),
  hour: (at: string) => clock.format(new Date(at)),
  daysPlot: (title: string, values: readonly number[], format: (value: number) => string) =>
    `${title} negli ultimi ${values.length} giorni: da ${format(Math.min(...values))} a ${format(Math.max(...values))}, oggi ${format(values.at(-1) ?? 0)}`,
  hoursPlot: (title: string, values: readonly number[]) =>
    `${title} nelle ultime ${values.length} ore: da ${whole.format(Math.min(...values))} a ${whole.format(Math.max(...values))}, adesso ${whole.format(values.at(-1) ?? 0)}`,

  peopleNote: (days: Overview['days'], active: number) =>
    `${counted(days.at(-1)?.new_people ?? 0, 'nuova', 'nuove')} oggi · ${counted(active, 'attiva', 'attive')} negli ultimi due giorni`,
  peoplePlot: 'Persone nuove',
  posts: 'Post',
  postsNote: (days: Overview['days'], pictures: number) =>
    `${counted(days.at(-1)?.new_posts ?? 0, 'nuovo', 'nuovi')} oggi · ${counted(pictures, 'foto', 'foto')}`,
  postsPlot: 'Post nuovi',
  reports: 'Segnalazioni da vedere',
  reportsCapped: (count: number, limit: number) => (count >= limit ? `${limit}+` : whole.format(count)),
  reportsNote: 'Le decidono i moderatori.',
  storage: 'Database',
  storageNote: ({ free_bytes, total_bytes }: Overview['disk']) =>
    `Sul disco restano ${formatBytes(free_bytes)} di ${formatBytes(total_bytes)}`,
  queue: 'Lavori in coda',
  queueNote: ({ waiting, failed, oldest_age_s }: Overview['jobs']) =>
    [
      waiting > 0 && oldest_age_s >= 1 ? `Il più vecchio aspetta da ${formatAge(oldest_age_s)}` : 'Nessuno aspetta',
      failed > 0 && counted(failed, 'fallito', 'falliti'),
    ]
      .filter(Boolean)
      .join(' · '),
  errors: 'Errori nelle ultime 24 ore',
  noErrors: 'Nessuno: tutto ha risposto.',
  errorsNote: 'Nel log del server c’è che cosa è successo.',
  errorList: 'Gli errori più frequenti',
  lowDisk: 'Il disco è quasi pieno: presto non si potrà più pubblicare.',
  version: (version: string) => `Dintorni ${version}`,
  countedAt: (at: string) => `I totali sono delle ${clock.format(new Date(at))}: si contano ogni dieci minuti.`,
  notCounted: 'I totali arrivano tra un minuto.',

  backup: 'Backup',
  noBackup: 'Ancora nessun backup.',
  lastBackup: (at: string, bytes: number) =>
    `Ultimo backup: ${dayAndTime.format(new Date(at))}, ${formatBytes(bytes)}.`,
  backupFailed: (reason: string) => `L’ultimo tentativo non è riuscito: ${reason}`,
  backupRequested: 'Uno è stato chiesto, e comincia a momenti.',
  backupRunning: 'Il server ne sta facendo uno.',
  requestBackup: 'Fai un backup adesso',
  backupNotScheduled: 'Il server non fa backup da solo. Chi lo gestisce può impostare BACKUP_DIR.',
} as const
