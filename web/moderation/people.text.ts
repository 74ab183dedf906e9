import type { ShownAccount } from '#contract/account-help.ts'
import type { AdministeredUser, Role } from '#contract/moderation.ts'

const codes = (count: number) => (count === 1 ? '1 codice di recupero' : `${count} codici di recupero`)

/** Only a confirmed address gets notices. */
const notice = ({ username, is_email_confirmed, server_mails }: ShownAccount) =>
  is_email_confirmed && server_mails ? ` ${username} riceve un’email.` : ''

export const accountHelpText = {
  open: 'Account e accesso',
  email: 'Email',
  emailNote: ({ email, is_email_confirmed }: ShownAccount) =>
    `${email} · ${is_email_confirmed ? 'confermata' : 'non confermata'}`,
  secondFactor: 'Secondo fattore',
  secondFactorNote: ({ passkeys_count, recovery_codes_count }: ShownAccount) =>
    passkeys_count === 0
      ? 'Nessuno: per entrare basta la password'
      : `${passkeys_count} passkey, ${codes(recovery_codes_count)}`,

  mailLink: 'Manda il link per una nuova password',
  mailLinkTitle: (name: string) => `Mandare il link a ${name}?`,
  mailLinkText: ({ username, passkeys_count }: ShownAccount) =>
    `${username} riceve un’email con un link che vale un’ora e si può usare una volta sola.${passkeys_count > 0 ? ' Le passkey restano: per entrare servono ancora.' : ''}`,
  noMail: 'Questo server non manda email: il link per una nuova password lo crea chi lo gestisce, dal terminale.',
  send: 'Manda',

  removeFactor: 'Togli passkey e codici',
  removeFactorTitle: (name: string) => `Togliere le passkey a ${name}?`,
  removeFactorText: (account: ShownAccount) =>
    `Per entrare basterà la password. Fallo solo se hai verificato chi te lo chiede.${notice(account)} Conferma con la tua password.`,
  remove: 'Togli',

  deleteUser: 'Elimina l’account',
  deleteTitle: (name: string) => `Eliminare l’account di ${name}?`,
  deleteText: (account: ShownAccount) =>
    `Post, storie, commenti, messaggi e foto vengono cancellati per sempre.${notice(account)} Conferma con la tua password.`,
  yourPassword: 'La tua password',
  delete: 'Elimina',
  noteHint: 'Resta nel registro, senza il nome di chi è stato eliminato.',

  addressTitle: 'Cerchi un indirizzo?',
  addressText: (address: string) =>
    `Puoi vedere se qualcuno si è iscritto con «${address}». La ricerca resta nel registro.`,
  findAddress: 'Cerca l’indirizzo',
} as const

const month = new Intl.DateTimeFormat('it', { month: 'long', year: 'numeric' })

const roles: Record<Role, string> = { user: '', moderator: 'Modera', administrator: 'Amministra' }

export const peopleText = {
  title: 'Persone',
  list: 'Persone',
  search: 'Cerca un nome o un indirizzo email',
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
  makeModerator: 'Affida la moderazione',
  revoke: 'Togli la moderazione',

  makeModeratorTitle: (name: string) => `Affidare la moderazione a ${name}?`,
  makeModeratorText: 'Vedrà le segnalazioni di tutti e potrà rimuovere contenuti e sospendere account.',
  revokeTitle: (name: string) => `Togliere la moderazione a ${name}?`,
  revokeText: 'Non vedrà più le segnalazioni. Le sue decisioni restano nel registro.',
} as const
