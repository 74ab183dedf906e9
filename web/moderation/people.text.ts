import type { AdministeredUser, Role } from '#contract/moderation.ts'

const month = new Intl.DateTimeFormat('it', { month: 'long', year: 'numeric' })

const roles: Record<Role, string> = { user: '', moderator: 'Moderatore', administrator: 'Amministratore' }

export const peopleText = {
  title: 'Persone',
  list: 'Persone',
  search: 'Cerca un nome',
  clear: 'Cancella la ricerca',
  kinds: 'Chi mostrare',
  everybody: 'Tutti',
  moderators: 'Chi modera',
  nobodyNamed: (query: string) => `Nessuno ha un nome che comincia con «${query}»`,
  nobodyNamedText: 'Controlla come si scrive, oppure prova con le prime lettere.',
  nobody: 'Ancora nessuno',
  nobodyText: 'Chi modera o amministra compare qui.',

  about: ({ role, is_suspended, created_at }: AdministeredUser) =>
    [`Da ${month.format(new Date(created_at))}`, roles[role], is_suspended && 'Sospeso'].filter(Boolean).join(' · '),
  optionsOf: (name: string) => `Opzioni per ${name}`,
  suspend: 'Sospendi',
  lift: 'Riattiva',
  makeModerator: 'Nomina moderatore',
  revoke: 'Togli dai moderatori',
  cancel: 'Annulla',

  makeModeratorTitle: (name: string) => `Nominare ${name} moderatore?`,
  makeModeratorText: 'Vedrà le segnalazioni di tutti e potrà rimuovere contenuti e sospendere account.',
  revokeTitle: (name: string) => `Togliere ${name} dai moderatori?`,
  revokeText: 'Non vedrà più le segnalazioni. Le sue decisioni restano nel registro.',
} as const
