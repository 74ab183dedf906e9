/** Sentences of refusals that belong to no feature. */
export const platformText = {
  badRequest: 'La richiesta non è valida.',
  badCursor: 'La pagina richiesta non esiste.',
  notSignedIn: 'Accedi per continuare.',
  notAllowedByToken: 'Questo token non lo permette.',
  notYou: 'Non puoi agire al posto di un altro utente.',
  foreignOrigin: 'La richiesta arriva da un altro sito.',
  notFound: 'La risorsa richiesta non esiste.',
  methodNotAllowed: 'Metodo non consentito.',
  tooLarge: 'La richiesta è troppo grande.',
  unsupportedType: 'Il formato della richiesta non è supportato.',
  noSuchPart: 'Questo file è più corto.',
  tooManyRequests: 'Hai fatto troppe richieste. Riprova tra poco.',
  internal: 'Qualcosa è andato storto. Riprova più tardi.',
  unavailable: 'Il servizio non è disponibile in questo momento. Riprova tra poco.',
  tooManyStreams: 'Ci sono troppe pagine aperte in questo momento.',
} as const
