import type { Reaction } from '#contract/reactions.ts'
import type { Story } from '#contract/stories.ts'
import { formatBadge, formatSpokenBadge } from '#web/ui/ui.text.ts'

const time = new Intl.DateTimeFormat('it', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('it', { weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat('it', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Shown on screen; screen readers announce their names. */
export const reactionEmoji: Record<Reaction, string> = {
  heart: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  thanks: '🙏',
  thumbs_up: '👍',
}

const reactions: Record<Reaction, string> = {
  heart: 'Cuore',
  laugh: 'Risata',
  wow: 'Stupore',
  sad: 'Tristezza',
  thanks: 'Grazie',
  thumbs_up: 'Pollice in su',
}

export const chatText = {
  reply: 'Rispondi',
  replyTo: 'In risposta a',
  stopReplying: 'Annulla la risposta',
  you: 'Tu',
  react: 'Reagisci',
  reactions,
  reactionOf: (reaction: string, name: string | null) =>
    name === null ? `La tua reazione: ${reaction}` : `Reazione di ${name}: ${reaction}`,

  title: 'Messaggi',
  folders: 'Messaggi e richieste',
  conversations: (unread: number) => (unread === 0 ? 'Messaggi' : `Messaggi (${formatBadge(unread)})`),
  requests: (pending: number) => (pending === 0 ? 'Richieste' : `Richieste (${formatBadge(pending)})`),
  loading: 'Caricamento dei messaggi',
  empty: 'La cassetta è vuota',
  emptyText: 'Apri il profilo di qualcuno e tocca il fumetto: la prima parola è tua.',
  findPerson: 'Cerca qualcuno',
  noRequests: 'Nessuna richiesta',
  noRequestsText: 'Se ti scrive qualcuno che non conosci, lo trovi qui e decidi tu.',

  unreadLabel: (count: number) => (count === 1 ? '1 non letto' : `${formatSpokenBadge(count)} non letti`),
  youPrefix: 'Tu:',
  photo: 'Foto',
  video: 'Video',
  sharedPost: 'Post condiviso',
  deleted: 'Messaggio eliminato',
  noMessage: 'Nessun messaggio',
  back: 'Indietro',

  conversation: 'Conversazione',
  chooseConversation: 'Apri una conversazione',
  chooseConversationText: 'Scegline una dall’elenco: i messaggi si leggono qui.',
  outbox: 'In attesa di partire',
  messagesWith: (name: string) => `Messaggi con ${name}`,
  unavailable: 'Questa conversazione non è disponibile.',
  backToList: 'Torna ai messaggi',
  typing: 'sta scrivendo…',
  firstMessageTitle: (name: string) => `Scrivi a ${name}`,
  firstMessageText: 'Un saluto, una domanda, un posto da vedere: comincia da dove vuoi.',
  newMessages: 'Nuovi messaggi',
  time: (at: Date) => time.format(at),
  today: 'Oggi',
  yesterday: 'Ieri',
  day: (at: Date) => day.format(at),
  dayOfYear: (at: Date) => dayOfYear.format(at),
  announcement: (name: string, text: string) => `${name}: ${text}`,

  pending: 'In attesa di partire',
  sent: 'Inviato',
  delivered: 'Consegnato',
  read: 'Letto',
  notSent: 'Non inviato',
  retry: 'Riprova',
  discard: 'Elimina',

  pictureOf: (name: string) => `Foto di ${name}`,
  ownPicture: 'La tua foto',
  videoOf: (name: string) => `Video di ${name}`,
  ownVideo: 'Il tuo video',
  playVideo: (name: string) => `${name}: riproduci`,
  openPicture: (name: string) => `${name}: apri`,
  postOf: 'Post di',
  postUnavailable: 'Post non disponibile',

  field: 'Messaggio',
  placeholder: 'Scrivi un messaggio…',
  send: 'Invia il messaggio',
  addPicture: 'Aggiungi foto o video',
  preview: 'La foto che stai per inviare',
  removePicture: 'Togli la foto',
  videoPreview: 'Il video che stai per inviare',
  removeVideo: 'Togli il video',
  videoProgress: 'Video caricato',
  preparingPicture: 'Preparazione della foto…',
  picturesNotAllowed: (name: string) => `Potrai inviare foto e video quando ${name} avrà accettato.`,
  cannotWrite: (name: string) => `Non puoi scrivere a ${name}: sceglie da chi ricevere messaggi.`,

  messageOptionsOf: (text: string) => `Opzioni del messaggio: ${text}`,
  messageOptions: 'Opzioni del messaggio',
  copy: 'Copia',
  copied: 'Copiato',
  copyFailed: 'Il browser non ha permesso di copiarlo.',
  deleteForMe: 'Elimina per me',
  deleteForBoth: 'Elimina per tutti',
  deleteForBothText: (name: string) =>
    `Il messaggio sparisce anche per ${name}, che vedrà soltanto che lo hai eliminato.`,
  report: 'Segnala',
  cancel: 'Annulla',
  delete: 'Elimina',

  options: 'Opzioni della conversazione',
  reportMessages: 'Segnala messaggi',
  selectToReport: 'Scegli i messaggi da segnalare. Chi modera vedrà solo questi.',
  selectedCount: (count: number) => (count === 1 ? '1 scelto' : `${count} scelti`),
  selectMessage: (text: string) => `Scegli: ${text}`,
  block: 'Blocca utente',
  deleteConversation: 'Elimina conversazione',
  deleteConversationText: (name: string) => `I messaggi spariscono solo per te. ${name} conserva i suoi.`,
  conversationDeleted: 'Conversazione eliminata',

  requestTitle: (name: string) => `${name} vorrebbe scriverti`,
  requestText: 'Finché non accetti non saprà se hai letto, e non potrà mandarti foto o video.',
  seeProfile: 'Vedi il profilo',
  accept: 'Accetta',
  decline: 'Rifiuta',
  blockShort: 'Blocca',

  answerStory: (name: string) => `Rispondi a ${name}`,
  storyReplySent: 'Risposta inviata',
  /** Both read it. */
  aboutStory: ({ created_at, location_name, caption }: Pick<Story, 'created_at' | 'location_name' | 'caption'>) => {
    const place = location_name === null ? '' : ` a ${location_name}`
    const words = caption === '' ? '' : `: «${caption}»`
    return `↩ Storia delle ${time.format(new Date(created_at))}${place}${words}`
  },

  newChat: 'Nuovo messaggio',
  newChatSearch: 'A chi vuoi scrivere?',
  newChatFound: 'Altre persone',
  newChatEmpty: 'Cerca qualcuno per nome: qui trovi anche chi segui e con chi hai già parlato.',

  shareTitle: 'Invia in chat',
  shareSearch: 'Cerca tra le tue persone',
  shareRecent: 'Recenti',
  shareFollowed: 'Chi segui',
  shareTextPlaceholder: 'Aggiungi qualche parola',
  shareSend: 'Invia',
  shareSendTo: (count: number) => `Invia a ${count}`,
  shareSent: 'Inviato',
  shareLimit: (count: number) => `Puoi scegliere al massimo ${count} persone.`,
  shareEmpty: 'Ancora nessuno',
  shareEmptyText: 'Qui trovi chi segui e con chi hai già parlato.',
  shareNotFound: 'Nessuno con questo nome.',
} as const
