import { pagePaths } from '#contract/page-paths.ts'
import type { Operator } from '#server/platform/config.ts'
import { operatorText } from '#server/platform/operator.text.ts'

const dayAndMonth = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const link = (publicUrl: URL) => new URL(pagePaths.forgotPassword, publicUrl).href
const notYou = (publicUrl: URL) => `Se non l’hai fatto tu, scegli subito una nuova password: ${link(publicUrl)}`

/** The text of an e-mail to the owner of a confirmed address. Nothing else in it was written by anybody. */
const email = (username: string, ...lines: string[]) => [`Ciao ${username},`, '', ...lines].join('\n')
/** The text of an e-mail to an address that nobody has confirmed: without a name, which a stranger may have chosen. */
const emailToAnybody = (...lines: string[]) => ['Ciao,', '', ...lines].join('\n')

export const securityText = {
  device: (browser: string, system: string) => `${browser} su ${system}`,
  unknownDevice: 'Dispositivo sconosciuto',
  sessionEnded: 'Dispositivo disconnesso.',
  allEnded: 'Sei uscito da tutti i dispositivi.',

  passwordChanged: 'Password cambiata. Gli altri dispositivi sono stati disconnessi.',
  passwordChangedSubject: 'La tua password di Dintorni è cambiata',
  passwordChangedBody: (username: string, publicUrl: URL) =>
    email(
      username,
      'la password del tuo account è appena cambiata, e gli altri dispositivi sono stati disconnessi.',
      '',
      notYou(publicUrl),
    ),

  sameUsername: 'Questo è già il tuo username.',
  /** `day`: `2026-12-30`. */
  usernameChangedLately: (day: string) =>
    `Hai cambiato username da poco: potrai farlo di nuovo dal ${dayAndMonth.format(new Date(day))}.`,
  usernameChanged: (username: string) => `Username cambiato: ora sei @${username}.`,
  usernameChangedSubject: 'Il tuo username su Dintorni è cambiato',
  usernameChangedBody: (before: string, username: string, publicUrl: URL) =>
    email(before, `il tuo username è appena cambiato: da ora sei @${username}.`, '', notYou(publicUrl)),

  sameEmail: 'Questo è già il tuo indirizzo.',
  emailMailed: 'Ti abbiamo scritto al nuovo indirizzo: apri il link nell’email entro un’ora per confermarlo.',
  emailTaken: 'Questo indirizzo appartiene già a un altro account.',
  emailExpired: 'Questo link non è più valido: chiedine un altro da «Account e sicurezza».',
  emailChanged: 'Indirizzo confermato. Da ora accedi con questo.',
  emailChangeSubject: 'Conferma il tuo nuovo indirizzo su Dintorni',
  emailChangeBody: (url: string) =>
    emailToAnybody(
      'qualcuno, forse tu, ha chiesto di usare questo indirizzo per il proprio account. Se sei tu, confermalo aprendo questo link entro un’ora:',
      '',
      url,
      '',
      'Se non l’hai chiesto tu, ignora questa email: non cambia niente.',
    ),
  emailConfirmed: 'Indirizzo confermato. Grazie!',
  emailConfirmedAlready: 'Il tuo indirizzo è già confermato.',
  confirmationMailed: 'Ti abbiamo scritto: apri il link nell’email entro un’ora.',
  confirmFirst: 'Prima conferma il tuo indirizzo email: trovi come fare in «Account e sicurezza».',
  confirmationSubject: 'Conferma il tuo indirizzo su Dintorni',
  confirmationBody: (url: string, publicUrl: URL) =>
    emailToAnybody(
      'con questo indirizzo è stato creato un account su Dintorni. Se è il tuo, confermalo aprendo questo link entro un’ora:',
      '',
      url,
      '',
      `Se non l’hai creato tu, non confermarlo. Se l’indirizzo ti serve, puoi prendere tu l’account scegliendo una nuova password: ${link(publicUrl)}`,
    ),
  emailInUseSubject: 'Il tuo indirizzo è già su Dintorni',
  emailInUseBody: (username: string) =>
    email(
      username,
      'qualcuno ha chiesto di usare questo indirizzo per un altro account. Non è successo niente: l’indirizzo resta del tuo.',
      '',
      'Se l’hai fatto tu, accedi con questo indirizzo; se hai dimenticato la password, puoi sceglierne una nuova.',
    ),
  emailChangedSubject: 'L’indirizzo del tuo account su Dintorni è cambiato',
  emailChangedBody: (username: string, operator: Operator) =>
    email(
      username,
      'da ora il tuo account usa un altro indirizzo email, e questo non serve più per accedere.',
      '',
      `Se non l’hai fatto tu, scrivi subito a ${operatorText.whoRuns(operator)}: ${operator.operatorEmail}`,
    ),

  noPasskeysHere:
    'Le passkey non funzionano all’indirizzo di questo server: servono un nome di dominio e una connessione sicura.',
  passkeyRefused: 'La passkey non è stata accettata. Riprova da capo.',
  passkeyExpired: 'È passato troppo tempo. Riprova da capo.',
  passkeyKnown: 'Questa passkey è già registrata.',
  passkeysFull: 'Puoi avere al massimo 10 passkey: togline una.',
  passkeyName: 'Passkey',
  passkeyAdded: 'Passkey aggiunta.',
  passkeyDeleted: 'Passkey rimossa.',
  passkeyAddedSubject: 'Una nuova passkey per il tuo account su Dintorni',
  passkeyAddedBody: (username: string, publicUrl: URL) =>
    email(
      username,
      'al tuo account è stata aggiunta una passkey: da ora serve una passkey, insieme alla password, per accedere.',
      '',
      notYou(publicUrl),
    ),
  passkeyDeletedSubject: 'Una passkey è stata tolta dal tuo account su Dintorni',
  passkeyDeletedBody: (username: string, isLast: boolean, publicUrl: URL) =>
    email(
      username,
      `dal tuo account è stata tolta una passkey.${isLast ? ' Era l’ultima: da ora per accedere basta la password.' : ''}`,
      '',
      notYou(publicUrl),
    ),

  secondFactorRemoved: 'Passkey e codici di recupero rimossi.',
  noSecondFactor: 'Questo account non ha passkey: per entrare basta già la password.',
  secondFactorRemovedSubject: 'Le passkey del tuo account su Dintorni sono state tolte',
  secondFactorRemovedBody: (username: string, operator: Operator) =>
    email(
      username,
      'chi amministra il server ha tolto le passkey e i codici di recupero dal tuo account: da ora per accedere basta la password.',
      '',
      `Se non l’hai chiesto tu, scrivi subito a ${operatorText.whoRuns(operator)}: ${operator.operatorEmail}`,
    ),
  accountDeletedSubject: 'Il tuo account su Dintorni è stato eliminato',
  accountDeletedBody: (username: string, operator: Operator) =>
    email(
      username,
      'chi amministra il server ha eliminato il tuo account, con tutto quello che conteneva.',
      '',
      `Per saperne di più, scrivi a ${operatorText.whoRuns(operator)}: ${operator.operatorEmail}`,
    ),

  tokensFull: 'Puoi avere al massimo 20 token: revocane uno.',
  tokenDeleted: 'Token revocato.',
  tokenCreatedSubject: 'Un nuovo token di accesso per il tuo account su Dintorni',
  tokenCreatedBody: (username: string, publicUrl: URL) =>
    email(
      username,
      'per il tuo account è stato creato un token di accesso: chi lo ha può usare Dintorni al posto tuo, con i permessi che gli hai dato. Lo trovi, e puoi revocarlo, in «Account e sicurezza».',
      '',
      notYou(publicUrl),
    ),

  signInExpired: 'Questo accesso è scaduto: inserisci di nuovo email e password.',
  wrongRecoveryCode: 'Il codice di recupero non è corretto, o è già stato usato.',
  noCodesWithoutPasskeys: 'I codici di recupero servono solo con una passkey.',
  codeUsedSubject: 'Un codice di recupero è stato usato su Dintorni',
  codeUsedBody: (username: string, left: number) =>
    email(
      username,
      `qualcuno ha appena usato un tuo codice di recupero per accedere. ${left === 1 ? 'Te ne resta 1' : `Te ne restano ${left}`}.`,
      '',
      'Se non l’hai fatto tu, accedi, cambia la password e crea nuovi codici da «Account e sicurezza».',
    ),
} as const
