import { formatSpokenBadge } from '#web/ui/ui.text.ts'

export const appText = {
  navigation: 'Navigazione principale',
  feed: 'Feed',
  search: 'Cerca',
  newPost: 'Nuovo post',
  notifications: 'Notifiche',
  unreadLabel: (count: number) =>
    count === 0 ? null : `(${formatSpokenBadge(count)} ${count === 1 ? 'non letta' : 'non lette'})`,
  skipToContent: 'Vai al contenuto',
  profile: 'Profilo',
  signIn: 'Accedi',
  register: 'Registrati',
  offline: 'Sei offline. Vedi solo quello che era già arrivato.',
  notFoundTitle: 'Questa strada non porta da nessuna parte',
  notFoundText: 'La pagina che cerchi non esiste, o non esiste più.',
  notFoundAction: 'Torna al feed',
  errorTitle: 'Unexpected Application Error!',
  errorText: 'Qualcosa si è rotto da parte nostra. Ricarica la pagina: quello che hai pubblicato è al sicuro.',
  missingCodeTitle: 'Questa pagina non è arrivata',
  missingCodeText: 'Forse manca la rete. Quando torna, la pagina si ricarica da sola.',
  errorReload: 'Ricarica la pagina',
  errorHome: 'Torna all’inizio',
} as const
