import type {
  LogEntry,
  LogTargetType,
  ModerationAction,
  ReportedContent,
  Resolution,
  TargetType,
} from '#contract/moderation.ts'

const kinds: Record<TargetType, string> = {
  post: 'Post',
  comment: 'Commento',
  story: 'Storia',
  message: 'Messaggio',
  place: 'Luogo',
  event: 'Evento',
  user: 'Profilo',
}
const withArticle: Record<LogTargetType, string> = {
  post: 'un post',
  comment: 'un commento',
  story: 'una storia',
  message: 'un messaggio',
  place: 'un luogo',
  event: 'un evento',
  user: 'il profilo',
  server: 'il server',
}
const withPreposition: Record<LogTargetType, string> = {
  ...withArticle,
  post: 'su un post',
  comment: 'su un commento',
  story: 'su una storia',
  message: 'su un messaggio',
  place: 'su un luogo',
  event: 'su un evento',
  user: 'sul profilo',
}

type Decider = { by_operator: boolean; moderator: string | null }
/** The operator has no account; a former moderator's account may be deleted. */
const nameDecider = ({ by_operator, moderator }: Decider) =>
  moderator ?? (by_operator ? 'Chi gestisce il server' : 'Chi moderava prima')
const reports = (count: number) => (count === 1 ? '1 segnalazione' : `${count} segnalazioni`)

/** A place belongs to nobody. */
const ofPerson = (type: LogTargetType, person: string) => (type === 'place' ? '' : ` di ${person}`)

const logSentences: Record<ModerationAction, (entry: LogEntry, person: string) => string> = {
  dismiss: ({ target_type, reports_count }, person) =>
    `ha archiviato ${reports(reports_count)} ${withPreposition[target_type]}${ofPerson(target_type, person)}`,
  remove: ({ target_type }, person) => `ha rimosso ${withArticle[target_type]}${ofPerson(target_type, person)}`,
  merge: ({ note }) => `ha unito ${note}`,
  suspend: (_entry, person) => `ha sospeso ${person}`,
  lift: (_entry, person) => `ha riattivato ${person}`,
  grant: (_entry, person) => `ha affidato la moderazione a ${person}`,
  revoke: (_entry, person) => `ha tolto la moderazione a ${person}`,
  grant_administrator: (_entry, person) => `ha affidato l’amministrazione a ${person}`,
  revoke_administrator: (_entry, person) => `ha tolto l’amministrazione a ${person}`,
  show_account: (_entry, person) => `ha guardato come accede ${person}`,
  mail_reset_link: (_entry, person) => `ha mandato il link per una nuova password a ${person}`,
  remove_second_factor: (_entry, person) => `ha tolto le passkey a ${person}`,
  set_email: (_entry, person) => `ha cambiato l’indirizzo email di ${person}`,
  delete_account: () => 'ha eliminato un account',
  change_registrations: () => 'ha cambiato le iscrizioni',
  invite: () => 'ha creato un invito',
  withdraw_invitation: () => 'ha ritirato un invito',
  block_address: () => 'ha bloccato indirizzi e-mail per le iscrizioni',
  unblock_address: () => 'ha sbloccato indirizzi e-mail per le iscrizioni',
  publish_text: () => 'ha pubblicato una nuova versione di un testo',
  announce: () => 'ha pubblicato un avviso',
  end_announcement: () => 'ha ritirato un avviso',
  request_backup: () => 'ha chiesto un backup',
  fetch_streets: () => 'ha avviato lo scaricamento delle strade della mappa',
}

const outcomes: Record<Resolution, (type: TargetType) => string> = {
  dismiss: () => 'Archiviata',
  remove: (type) => (type === 'story' ? 'Rimossa' : 'Rimosso'),
  suspend: () => 'Account sospeso',
}

type Question = { title: string; text: string; confirm: string; hint: string }
const questions: Record<Resolution, Question> = {
  dismiss: {
    title: 'Archiviare la segnalazione?',
    text: 'Tutto resta com’è. Chi ha segnalato non riceve nessun avviso.',
    confirm: 'Archivia',
    hint: 'La leggono solo i moderatori.',
  },
  remove: {
    title: 'Rimuovere il contenuto?',
    text: 'Viene cancellato per sempre, e chi l’ha pubblicato riceve un avviso con il motivo.',
    confirm: 'Rimuovi',
    hint: 'La legge anche chi l’ha pubblicato.',
  },
  suspend: {
    title: 'Sospendere l’account?',
    text: 'Esce subito da ogni dispositivo e nessuno vede più nulla di suo, finché non lo riattivi.',
    confirm: 'Sospendi',
    hint: 'La legge anche chi viene sospeso, quando prova a entrare.',
  },
}
const placeQuestions: Partial<Record<Resolution, Partial<Question>>> = {
  remove: {
    title: 'Rimuovere il luogo?',
    text: 'Quello che è stato pubblicato lì passa alla città più vicina.',
    hint: 'La legge anche chi ha aggiunto il luogo.',
  },
}
const messageQuestions: Partial<Record<Resolution, Partial<Question>>> = {
  remove: {
    title: 'Rimuovere il messaggio?',
    text: 'Viene cancellato per entrambi, e chi l’ha scritto riceve un avviso con il motivo.',
    hint: 'La legge anche chi l’ha scritto.',
  },
}

export const reportsText = {
  title: 'Moderazione',
  sections: 'Segnalazioni e registro',
  open: 'Da vedere',
  closed: 'Chiuse',
  suspended: 'Sospesi',
  log: 'Registro',

  openEmpty: 'Non c’è niente da vedere',
  openEmptyText:
    'Quando qualcuno segnala un post, un commento, una storia, un messaggio, un luogo, un evento o una persona, lo trovi qui.',
  closedEmpty: 'Ancora nessuna decisione',
  closedEmptyText: 'Qui resta quello che è stato archiviato, rimosso o sospeso.',
  suspendedEmpty: 'Nessun account sospeso',
  suspendedEmptyText: 'Chi viene sospeso non può entrare, e nessuno vede più nulla di suo.',
  logEmpty: 'Il registro è vuoto',
  logEmptyText: 'Ogni decisione dei moderatori viene scritta qui, e non si cancella.',

  reportTitle: (reported: ReportedContent) =>
    `${kinds[reported.target_type]} di ${reported.user?.username ?? reportsText.ownerless(reported.target_type)}`,
  ownerless: (type: TargetType) => (type === 'place' ? 'tutti' : reportsText.deletedAccount),
  postOf: (username: string) => `Post di ${username}`,
  kind: (type: TargetType) => kinds[type],
  reports,
  deletedAccount: 'un account eliminato',
  contentDeleted: 'Non c’è più.',
  textBefore: 'Il post è stato modificato. Quando è stato segnalato diceva:',
  altBefore: (number: number, alt: string) =>
    alt
      ? `Descrizione della foto ${number}, quando è stato segnalato: «${alt}»`
      : `La foto ${number} non aveva descrizione.`,
  videoAltBefore: (alt: string) =>
    alt ? `Descrizione del video, quando è stato segnalato: «${alt}»` : 'Il video non aveva descrizione.',
  noText: '(nessun testo)',
  calledBy: (name: string) => `Nome: ${name}`,
  noBio: 'Nessuna bio.',
  openPlace: 'Apri il luogo',
  showContext: (type: TargetType) => (type === 'user' ? 'Vedi i suoi post' : 'Vedi il post e i commenti'),
  contextTitle: (type: TargetType) => (type === 'user' ? 'I suoi ultimi post' : 'Il post e i commenti'),
  contextHint: (type: TargetType) =>
    type === 'user'
      ? 'Solo quelli che può vedere chiunque.'
      : 'Anche se è solo per i follower: lo vedi perché c’è una segnalazione da decidere.',
  closeContext: 'Chiudi',
  comments: 'Commenti',
  noComments: 'Nessun commento.',
  noPosts: 'Nessun post.',
  moreContext: 'Qui si fermano i più recenti.',
  openPost: 'Apri la pagina del post',
  video: 'Il video',
  pictureAlt: (alt: string, isVideo: boolean) => `Descrizione ${isVideo ? 'del video' : 'della foto'}: «${alt}»`,
  cover: (type: TargetType, name: string) => `Copertina del video: ${kinds[type].toLowerCase()} di ${name}`,
  sharedPost: 'Con un post condiviso.',
  picture: (type: TargetType, name: string) => `Foto: ${kinds[type].toLowerCase()} di ${name}`,
  followersOnly: 'Solo follower',
  privateAccount: 'Privato',
  isSuspended: 'Sospeso',
  isModerator: 'Modera',
  reasons: 'Motivi',
  reporterTexts: 'Che cosa ha scritto chi ha segnalato',
  quote: (text: string) => `«${text}»`,

  dismiss: 'Archivia',
  remove: 'Rimuovi',
  suspend: 'Sospendi',
  aboutYou: 'Riguarda te: deve occuparsene un’altra persona che modera.',
  aboutModerator: 'Riguarda chi modera: deve occuparsene chi gestisce il server.',

  question: (action: Resolution, type: TargetType) => ({
    ...questions[action],
    ...(type === 'message' && messageQuestions[action]),
    ...(type === 'place' && placeQuestions[action]),
  }),
  note: 'Nota',
  notePlaceholder: 'Facoltativa',

  outcome: (action: Resolution, type: TargetType) => outcomes[action](type),
  decidedBy: ({ moderator, by_operator }: Decider) => {
    if (moderator) return `da ${moderator}`
    return by_operator ? 'da chi gestisce il server' : 'da chi moderava prima'
  },

  lift: 'Riattiva',
  liftQuestion: (name: string) => ({
    title: 'Riattivare l’account?',
    text: `${name} potrà entrare di nuovo, e tutto quello che ha pubblicato tornerà visibile.`,
    confirm: 'Riattiva',
    hint: questions.dismiss.hint,
  }),

  logEntry: (entry: LogEntry) => ({
    actor: nameDecider(entry),
    action: logSentences[entry.action](entry, entry.user?.username ?? reportsText.deletedAccount),
  }),
} as const
