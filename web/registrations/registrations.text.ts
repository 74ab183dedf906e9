import type { BlockedAddress, Invitation, RegistrationMode } from '#contract/registrations.ts'

const day = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', year: 'numeric' })
const people = (count: number) => (count === 1 ? '1 persona' : `${count} persone`)

const creator = ({ created_by }: Invitation) => (created_by === null ? '' : ` · da ${created_by}`)

export const registrationsText = {
  title: 'Iscrizioni',

  modeTitle: 'Chi può iscriversi',
  modes: {
    open: 'Chiunque',
    invitation: 'Solo chi ha un invito',
    closed: 'Nessuno',
  } satisfies Record<RegistrationMode, string>,
  modeHints: {
    open: 'Basta un indirizzo email.',
    invitation: 'Crea qui sotto un invito e manda il suo link a chi vuoi.',
    closed: 'Chi ha già un account entra come sempre. Gli inviti non valgono finché non le riapri.',
  } satisfies Record<RegistrationMode, string>,

  invitations: 'Inviti',
  invitationsText: 'Chi apre il link di un invito può iscriversi anche quando gli altri non possono.',
  createInvitation: 'Crea un invito',
  createInvitationText: 'Il link funziona per il numero di persone e per il tempo che scegli.',
  note: 'Per chi è',
  noteHint: 'La leggi solo qui e nel registro.',
  uses: 'Quante persone',
  usesProblem: 'Scegli un numero da 1 a 100.',
  lifetime: 'Per quanto tempo',
  lifetimes: { 1: 'Un giorno', 7: 'Una settimana', 30: 'Un mese' },
  newInvitation: {
    title: 'Il link dell’invito',
    text: 'Copialo adesso: non lo mostreremo più.',
    copyLabel: 'Copia',
    copied: 'Link copiato.',
    failed: 'Il browser non l’ha copiato: selezionalo e copialo tu.',
    doneLabel: 'L’ho copiato',
  },
  unnamed: 'Invito',
  invitationState: (invitation: Invitation) => {
    const used = `${invitation.uses} su ${people(invitation.max_uses)}`
    if (invitation.uses >= invitation.max_uses) return `Usato: ${used}${creator(invitation)}`
    if (new Date(invitation.expires_at) <= new Date())
      return `Scaduto il ${day.format(new Date(invitation.expires_at))} · ${used}${creator(invitation)}`
    return `${used} · fino al ${day.format(new Date(invitation.expires_at))}${creator(invitation)}`
  },
  withdraw: 'Ritira',
  withdrawTitle: 'Ritirare l’invito?',
  withdrawText: 'Il suo link smette di funzionare. Chi si è già iscritto resta.',

  blocked: 'Indirizzi bloccati',
  blockedText:
    'Con questi indirizzi email non ci si può iscrivere. Un dominio vale anche per quelli che ne fanno parte.',
  block: 'Blocca un indirizzo',
  blockText: 'Chi ha già un account con questo indirizzo resta.',
  address: 'Indirizzo o dominio',
  addressHint: 'Per esempio spam.it, oppure qualcuno@esempio.it.',
  confirmBlock: 'Blocca',
  search: 'Cerca tra gli indirizzi bloccati',
  noneFound: 'Nessun indirizzo bloccato contiene queste lettere.',
  blockedSince: ({ created_at }: BlockedAddress) => `Dal ${day.format(new Date(created_at))}`,
  unblock: 'Sblocca',
  unblockTitle: 'Sbloccare?',
  unblockText: (address: string) => `Con ${address} ci si potrà iscrivere di nuovo.`,
} as const
