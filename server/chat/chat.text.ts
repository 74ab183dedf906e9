export const chatText = {
  notYourself: 'Non puoi scrivere a te stesso.',
  empty: 'Scrivi un messaggio.',
  takesNone: 'Questa persona non riceve messaggi da te.',
  noImagesYet: 'Potrai inviare foto quando la richiesta sarà accettata.',
  noSuchPost: 'Questo post non è disponibile.',
  notForBoth: 'Puoi eliminare per tutti solo i tuoi messaggi, entro un’ora.',
  noRequest: 'Non c’è nessuna richiesta di questa persona.',
  deleted: 'Messaggio eliminato',
  conversationDeleted: 'Conversazione eliminata',
  accepted: 'Richiesta accettata',
  declined: 'Richiesta rifiutata',
  received: 'Messaggi ricevuti',
  read: 'Messaggi letti',
  typing: 'Fatto',
  /** Push notifications. */
  push: {
    app: 'Dintorni',
    message: 'ti ha scritto',
    request: 'vuole scriverti',
    image: 'Foto',
    post: 'Post',
  },
} as const
