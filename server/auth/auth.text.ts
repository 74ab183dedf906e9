import type { Operator } from '#server/platform/config.ts'
import { operatorText } from '#server/platform/operator.text.ts'

export const authText = {
  wrongCredentials: 'Email o password non corretti.',
  suspended: (why: string, operator: Operator) => {
    const reason = why ? ` (motivo: «${why}»)` : ''
    return `Il tuo account è sospeso${reason}: per saperne di più, scrivi a ${operatorText.whoRuns(operator)} (${operator.operatorEmail}).`
  },
  invitationInvalid:
    'Questo invito non vale più: è scaduto, è stato ritirato, oppure l’ha già usato qualcun altro. Chiedine uno nuovo.',
  addressRefused: 'Questo indirizzo email qui non si può usare: scegline un altro.',
  usernameTaken: 'Username già in uso',
  emailTaken: 'Email già in uso',
  commonPassword: 'Questa password è troppo comune: scegline un’altra.',
  registered: 'Registrazione completata.',
  resetMailed:
    'Se questo indirizzo è registrato, tra poco riceverai un’email con il link per scegliere una nuova password. Se l’hai già chiesto più volte, usa il link dell’ultima.',
  resetExpired: 'Questo link non è più valido: chiedine un altro.',
  resetDone: 'Password cambiata. Ora puoi accedere.',
  resetSubject: 'Scegli una nuova password per Dintorni',
  /** `username`: null where nobody has confirmed the address, because a stranger may have chosen it. */
  resetBody: (username: string | null, url: string) =>
    [
      username === null ? 'Ciao,' : `Ciao ${username},`,
      '',
      'hai chiesto di scegliere una nuova password. Apri questo link entro un’ora:',
      '',
      url,
      '',
      'Se non l’hai chiesto tu, ignora questa email: la tua password resta com’è.',
    ].join('\n'),
  resetLinkMailed: 'Fatto: tra poco riceve l’email con il link, che vale un’ora.',
  noMail: 'Questo server non manda email: il link lo crea chi lo gestisce, dal terminale.',
  nobodyRegistered: 'Non c’è nessun account con questo nome o indirizzo.',
  wrongPassword: 'La password non è corretta.',
  deleted: 'Il tuo account è stato eliminato.',
  userDeleted: 'Account eliminato.',
} as const
