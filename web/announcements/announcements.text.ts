import type { ListedAnnouncement } from '#contract/announcements.ts'

const moment = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const momentOf = (at: string) => moment.format(new Date(at))

function stateOf({ state, starts_at, ends_at }: ListedAnnouncement): string {
  if (state === 'over') return `Finito il ${momentOf(ends_at ?? starts_at)}`
  const end = ends_at === null ? 'finché non lo ritiri' : `fino al ${momentOf(ends_at)}`
  return state === 'current' ? `In corso, ${end}` : `Dal ${momentOf(starts_at)}, ${end}`
}

export const announcementsText = {
  region: 'Avvisi',
  dismiss: 'Chiudi l’avviso',

  title: 'Avvisi',
  all: 'Tutti gli avvisi',
  explanation: 'Un avviso compare sopra il feed di tutti e nella pagina di accesso. Chi lo chiude non lo vede più.',
  create: 'Scrivi un avviso',
  createText: 'Lo legge chiunque apra Dintorni, anche senza un account.',
  publish: 'Pubblica',
  text: 'Avviso',
  placeholder: 'Stasera dalle 23 il server è fermo per dieci minuti.',
  textMissing: 'Scrivi che cosa vuoi far sapere.',
  starts: 'Comincia',
  startsHint: 'Se non lo scegli, subito.',
  ends: 'Finisce',
  endsHint: 'Se non lo scegli, quando lo ritiri.',
  preview: 'Così lo vedono tutti',
  state: (announcement: ListedAnnouncement) =>
    [stateOf(announcement), announcement.created_by && `da ${announcement.created_by}`].filter(Boolean).join(' · '),
  withdraw: 'Ritira',
  withdrawTitle: 'Ritirare l’avviso?',
  withdrawText: 'Sparisce per tutti entro venti secondi.',
} as const
