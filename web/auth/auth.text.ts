export const authText = {
  tagline: 'Quello che succede intorno a te.',
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
  haveAccount: 'Hai già un account?',
  toLogin: 'Accedi',

  forgot: 'Recupera Password',
  forgotTitle: 'Recupera Password',
  forgotHint: 'Ti mandiamo un link per sceglierne una nuova.',
  recover: 'Recupera',
  backToLogin: 'Torna al login',

  resetTitle: 'Nuova password',
  newPassword: 'Nuova password',
  savePassword: 'Salva la password',
  linkTooOld: 'Il link non funziona più?',
  askAgain: 'Chiedine un altro',

  deleteTitle: 'Elimina Account',
  deleteAccount: 'Elimina Account',
  deleteHeading: 'Vuoi andare via?',
  deleteText: 'Il tuo account viene eliminato subito e per sempre. Non si può tornare indietro, e con lui spariscono da questo server:',
  deleteGoes: [
    'il profilo, con la foto e la bio;',
    'tutti i tuoi post, con le foto, i commenti e i Mi Piace che hanno ricevuto;',
    'i tuoi commenti e i tuoi Mi Piace sui post degli altri;',
    'chi segui, chi ti segue, i luoghi che segui e le persone che hai bloccato;',
    'le impostazioni, le segnalazioni e gli accessi da ogni dispositivo.',
  ],
  deleteQuestion: 'Eliminare l’account?',
  deleteWarning: 'Tutto ciò che è tuo viene cancellato adesso, per sempre.',
  deleteConfirm: 'Elimina per sempre',

  checking: 'Controllo in corso…',
  free: 'Disponibile',
  usernameTaken: 'Username già in uso',
  emailTaken: 'Email già in uso',

  invalidReply: 'Risposta non valida dalla API',
  network: (detail: string) => `Errore di rete: ${detail}`,

  logout: 'Esci',
  logoutTitle: 'Conferma Logout',
  logoutText: 'Sei sicuro di voler uscire?',
  cancel: 'Annulla',
  confirm: 'Conferma',
} as const
