const dayAndMonth = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short' })
const withYear = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', year: 'numeric' })
function dayOf(at: string) {
  const day = new Date(at)
  return (day.getFullYear() === new Date().getFullYear() ? dayAndMonth : withYear).format(day)
}

export const securityText = {
  title: 'Account e sicurezza',
  loading: 'Caricamento di account e sicurezza',

  access: 'Accesso',
  username: 'Username',
  changeUsername: 'Cambia username',
  changeUsernameText:
    'I link e le menzioni con il vecchio nome non porteranno più a te. Per 90 giorni resta riservato a te, e puoi riprenderlo. Si cambia una volta ogni 30 giorni.',
  newUsername: 'Nuovo username',
  sameUsername: 'Questo è già il tuo username.',
  email: 'Email',
  change: 'Cambia',
  changeEmail: 'Cambia email',
  changeEmailText: 'Ti scriviamo al nuovo indirizzo: l’email cambia solo quando apri il link che trovi lì.',
  newEmail: 'Nuova email',
  sendLink: 'Manda il link',
  confirmedEmail: (email: string) => `${email} · confermata`,
  unconfirmedEmail:
    'Non hai ancora confermato questo indirizzo: apri il link che ti abbiamo mandato. Serve per le passkey e per avvisarti se cambia qualcosa nel tuo account.',
  sendConfirmation: 'Manda di nuovo il link',
  password: 'Password',
  changePassword: 'Cambia password',
  changePasswordText:
    'Gli altri dispositivi vengono disconnessi e i token di accesso revocati; su questo resti dentro.',
  currentPassword: 'Password attuale',
  newPassword: 'Nuova password',
  newPasswordHint: 'Almeno 8 caratteri.',

  passkeys: 'Passkey',
  passkeysText: 'Con una passkey, per accedere serve anche il tuo dispositivo: la password da sola non basta più.',
  passkeysNeedEmail: 'Per aggiungere una passkey conferma prima il tuo indirizzo email, qui sopra.',
  passkeysUnsupportedAddress:
    'Le passkey non funzionano all’indirizzo di questo server: servono un nome di dominio e una connessione sicura.',
  passkeysUnsupportedBrowser: 'Questo browser non ha le passkey, o la connessione non è sicura.',
  passkeysAtOrigin: (origin: string) => `Per aggiungere una passkey apri Dintorni da ${origin}.`,
  passkeyNote: (created: string, used: string | null) =>
    used ? `Aggiunta il ${dayOf(created)} · usata il ${dayOf(used)}` : `Aggiunta il ${dayOf(created)}`,
  addPasskey: 'Aggiungi una passkey',
  passkeyLimit: 'Ne hai 10, il massimo.',
  addPasskeyText: 'Confermi con l’impronta, il volto, il PIN del dispositivo o una chiave di sicurezza.',
  passkeyName: 'Nome',
  passkeyNameHint: 'Facoltativo: per riconoscerla, ad esempio «Telefono».',
  continue: 'Continua',
  remove: 'Rimuovi',
  removePasskey: 'Rimuovere la passkey?',
  removePasskeyText: (name: string) => `«${name}» non servirà più per accedere.`,
  removeLastPasskeyText: (name: string) =>
    `«${name}» è l’ultima: dopo basterà la password, e i codici di recupero non varranno più.`,

  codes: 'Codici di recupero',
  codesLeft: (left: number) => {
    if (left === 0) return 'Non te ne restano: creane di nuovi.'
    return left === 1 ? 'Te ne resta 1.' : `Te ne restano ${left}.`
  },
  renewCodes: 'Nuovi codici',
  renewCodesTitle: 'Creare nuovi codici?',
  renewCodesText: 'Quelli di prima smettono di funzionare subito.',
  createCodes: 'Crea i codici',
  codesTitle: 'I tuoi codici di recupero',
  codesText: 'Se perdi la passkey, ognuno ti fa entrare una volta. Salvali adesso: non li mostreremo più.',
  copy: 'Copia',
  copied: 'Codici copiati.',
  copyFailed: 'Il browser non li ha copiati: scaricali.',
  download: 'Scarica',
  fileName: 'codici-dintorni.txt',
  fileContent: (codes: readonly string[], origin: string) =>
    ['Codici di recupero di Dintorni', origin, 'Ognuno vale una volta sola.', '', ...codes, ''].join('\n'),
  codesSaved: 'Li ho salvati',

  tokens: 'Token di accesso',
  tokensText:
    'Con un token un programma, per esempio un bot, usa Dintorni al posto tuo: può fare solo quello che gli permetti, e mai cambiare il tuo account.',
  tokenNote: (lastUse: string | null, expires: string) =>
    `${lastUse ?? 'Mai usato'} · scade il ${withYear.format(new Date(expires))}`,
  createToken: 'Crea un token',
  tokensLimit: 'Ne hai 20, il massimo.',
  createTokenText: 'Dallo solo a programmi di cui ti fidi.',
  tokenName: 'Nome',
  tokenNameHint: 'Per riconoscerlo, ad esempio «Bot del quartiere».',
  tokenNameRequired: 'Dai un nome al token.',
  tokenScopes: 'Permessi',
  scopes: {
    read: { label: 'Leggere', hint: 'Post, profili, luoghi e notifiche.' },
    write: { label: 'Pubblicare', hint: 'Post, commenti, Mi piace, follow; anche togliere.' },
    chat: { label: 'Chattare', hint: 'Leggere le tue conversazioni e scrivere.' },
  },
  scopesRequired: 'Scegli almeno un permesso.',
  tokenLifetime: 'Durata',
  tokenLifetimes: { 30: '30 giorni', 90: '90 giorni', 365: 'Un anno' },
  newToken: {
    title: 'Il tuo token',
    text: 'Copialo adesso: non lo mostreremo più. Chi lo ha agisce al posto tuo.',
    copyLabel: 'Copia',
    copied: 'Token copiato.',
    failed: 'Il browser non l’ha copiato: selezionalo e copialo tu.',
    doneLabel: 'L’ho copiato',
  },
  revoke: 'Revoca',
  revokeTitle: 'Revocare il token?',
  revokeText: (name: string) => `Il programma che usa «${name}» smette subito di funzionare.`,

  devices: 'Dispositivi',
  thisDevice: 'Questo dispositivo',
  deviceNote: (lastUse: string, created: string) => `${lastUse} · accesso del ${dayOf(created)}`,
  usedToday: 'Usato oggi',
  usedYesterday: 'Usato ieri',
  usedOn: (day: string) => `Usato il ${dayOf(day)}`,
  endSession: 'Esci',
  endSessionOn: (device: string, created: string) => `da ${device}, accesso del ${dayOf(created)}`,
  endAll: 'Esci da tutti i dispositivi',
  endAllTitle: 'Uscire ovunque?',
  endAllText: 'Esci da tutti i dispositivi, questo compreso. Poi accedi di nuovo dove vuoi.',
  endAllConfirm: 'Esci ovunque',
} as const
