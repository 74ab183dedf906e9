export const requestsText = {
  title: 'Richieste Spotted',
  confirm: 'Conferma',
  confirmed: 'Confermato',
  updating: 'Aggiornamento...',
  confirmTitle: 'Spotted',
  confirmText: 'Sei sicuro di voler confermare questa richiesta Spotted?',
  cancel: 'Annulla',
  failedTitle: 'Stato non aggiornato',
  failed: "Errore durante l'aggiornamento dello stato di conferma.",
  networkFailed: "Errore di rete durante l'aggiornamento dello stato di conferma.",
  empty: 'Ancora nessuno, qui',
  emptyText:
    'Chi si riconosce in questo post compare in questa pagina. Il prossimo sguardo potrebbe essere quello giusto.',
  signedOut: 'Gli Spotted sono tra chi c’era',
  signedOutText: 'Accedi per vedere chi si è riconosciuto in questo post, o per dire che eri tu.',
  signIn: 'Accedi',
} as const
