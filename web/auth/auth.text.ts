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
