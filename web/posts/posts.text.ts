import { formatCount } from '#web/ui/ui.text.ts'

const editedFormat = new Intl.DateTimeFormat('it', { dateStyle: 'full', timeStyle: 'short' })

export const postsText = {
  count: formatCount,
  cardLabel: (username: string) => `Post di ${username}`,
  picture: (username: string, place: string) => `Foto di ${username} a ${place}`,
  pictureOfMany: (number: number, count: number, { username, place }: { username: string; place: string }) =>
    `Foto ${number} di ${count} di ${username} a ${place}`,
  pictures: (number: number, count: number) => `Foto ${number} di ${count}`,
  previousPicture: 'Foto precedente',
  nextPicture: 'Foto successiva',
  options: 'Opzioni del post',
  like: 'Mi piace',
  registerToLike: 'Mi piace: registrati per dirlo',
  likes: (count: number) => `${formatCount(count)} Mi piace: vedi di chi`,
  comments: (count: number) => (count === 1 ? '1 commento' : `${formatCount(count)} commenti`),
  bookmark: 'Salva',
  bookmarks: 'Salvati',
  noBookmarks: 'Ancora niente da parte',
  noBookmarksText: 'Tocca il segnalibro di un post per ritrovarlo qui. Lo sai solo tu.',
  tileOf: (username: string) => `Post di ${username}:`,
  openPost: 'Apri il post',
  followersOnly: 'Solo per i follower',
  more: 'Altro…',

  sharePost: 'Condividi il post',
  sendInChat: 'Invia in chat',
  edit: 'Modifica post',
  editHint: 'Luogo, foto e ora restano quelli di prima. Accanto all’ora si leggerà «modificato».',
  save: 'Salva',
  edited: 'modificato',
  editedAt: (at: string) => `Modificato ${editedFormat.format(new Date(at))}`,
  delete: 'Elimina post',
  deleteTitle: 'Elimina post',
  deleteQuestion: 'Il post sparisce per tutti, con i suoi Mi piace e i suoi commenti. Non si può tornare indietro.',
  cancel: 'Annulla',
  confirmDelete: 'Elimina',

  unavailable: 'Post non disponibile',
  unavailableText: 'È stato eliminato, oppure non è visibile a tutti.',
  toHome: 'Torna all’inizio',

  likesTitle: 'Mi Piace',
  noLikes: 'Ancora nessun Mi piace',
  noLikesText: 'Quando a qualcuno piacerà questo post, lo troverai qui.',

  video: 'Video',
} as const
