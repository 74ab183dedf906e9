export const authText = {
  promises: {
    near: 'Leggi che cosa succede a due passi da te.',
    places: 'Racconta piazze, stazioni, spiagge.',
    spotted: 'Parlano di te? Di’ «sono io»: è uno Spotted.',
  },
  enterAs: (name: string) => `Entra come ${name}`,
  demoHint: 'La demo: una comunità inventata, senza password.',
  welcome: 'Che cos’è Dintorni',
  terms: 'Termini e Condizioni',
  privacy: 'Privacy Policies',
  email: 'Email',
  password: 'Password',
  username: 'Username',
  usernameHint: 'Lettere, numeri, punto e underscore.',
  passwordHint: 'Almeno 8 caratteri.',

  loginTitle: 'Accedi',
  login: 'Accedi',
  noAccount: 'Non hai un account?',
  toRegister: 'Registrati',

  registerTitle: 'Registrati',
  register: 'Registrati',
  consentBefore: 'Registrandoti accetti i ',
  consentBetween: '. Che cosa succede ai tuoi dati è scritto nelle ',
  registrationsClosed: 'Su questo server le iscrizioni sono chiuse.',
  invitationNeeded:
    'Su questo server ci si iscrive solo con un invito. Chiedilo a chi c’è già: ti manda un link che apre questa pagina.',
  invited: 'Hai un invito: scegli come chiamarti e sei dentro.',
  haveAccount: 'Hai già un account?',
  toLogin: 'Accedi',

  secondStepTitle: 'Sei proprio tu?',
  secondStepText:
    'La password è giusta. Per entrare conferma con la tua passkey: l’impronta, il volto, il PIN del dispositivo o una chiave di sicurezza.',
  showPasskey: 'Usa la passkey',
  switchToRecoveryCode: 'Usa un codice di recupero',
  recoveryCodeText: 'Scrivi uno dei codici che hai salvato quando hai aggiunto la passkey. Ognuno vale una volta sola.',
  passkeyUnavailable:
    'Su questo dispositivo, o a questo indirizzo, la passkey non si può usare: scrivi uno dei codici che hai salvato quando l’hai aggiunta. Ognuno vale una volta sola.',
  recoveryCode: 'Codice di recupero',
  submitRecoveryCode: 'Entra',
  backToPasskey: 'Torna alla passkey',
  restartLogin: 'Torna indietro',
  passkeyCancelled: 'La richiesta della passkey è stata annullata, oppure il tempo è scaduto. Riprova quando vuoi.',
  passkeyFailed: 'Questo dispositivo non è riuscito a usare la passkey. Riprova.',
  passkeyExists: 'Su questo dispositivo c’è già una passkey per il tuo account.',

  forgotPassword: 'Recupera Password',
  forgotPasswordTitle: 'Recupera Password',
  forgotPasswordHint: 'Ti mandiamo un link per sceglierne una nuova.',
  requestReset: 'Recupera',
  backToLogin: 'Torna all’accesso',

  resetTitle: 'Nuova password',
  newPassword: 'Nuova password',
  savePassword: 'Salva la password',
  linkExpired: 'Il link non funziona più?',
  requestNewLink: 'Chiedine un altro',

  confirmEmailTitle: 'Conferma l’indirizzo',
  confirmEmailText: 'Un ultimo tocco, per confermare che questo indirizzo email è tuo.',
  confirmEmail: 'Conferma l’indirizzo',
  toSecurity: 'Account e sicurezza',

  deleteTitle: 'Elimina Account',
  deleteAccount: 'Elimina Account',
  deleteHeading: 'Vuoi andare via?',
  deleteText:
    'Il tuo account viene eliminato subito e per sempre. Non si può tornare indietro, e con lui spariscono da questo server:',
  deletedContent: [
    'il profilo, con la foto e la bio;',
    'tutti i tuoi post, con le foto, i commenti e i Mi Piace che hanno ricevuto;',
    'i tuoi commenti e i tuoi Mi Piace sui post degli altri;',
    'le tue conversazioni, con i messaggi e le foto, anche per le altre persone;',
    'chi segui, chi ti segue, i luoghi che segui e le persone che hai bloccato;',
    'le impostazioni, le segnalazioni e gli accessi da ogni dispositivo.',
  ],
  exportHeading: 'Porta via ciò che è tuo',
  exportFirst: 'Prima di andare puoi scaricare i tuoi dati e le tue foto. Puoi farlo anche se resti.',
  exportTitle: 'I miei dati',
  exportText:
    'Un archivio zip con tutto ciò che Dintorni sa di te, in JSON, e le tue foto. Per scaricarlo serve la password.',
  exportAccount: 'Scarica i miei dati',
  deleteQuestion: 'Eliminare l’account?',
  deleteWarning: 'Tutto ciò che è tuo viene cancellato adesso, per sempre.',
  deleteConfirm: 'Elimina per sempre',

  checking: 'Controllo in corso…',
  available: 'Disponibile',
  usernameTaken: 'Username già in uso',
  emailTaken: 'Email già in uso',

  cookiesBlocked:
    'Il browser non conserva i cookie di questo sito, e senza non si entra. Permettili nelle impostazioni del browser e riprova.',
  invalidReply: 'Risposta non valida dalla API',
  network: (detail: string) => `Errore di rete: ${detail}`,

  logout: 'Esci',
  logoutTitle: 'Conferma Logout',
  logoutText: 'Sei sicuro di voler uscire?',
  confirm: 'Conferma',
} as const
