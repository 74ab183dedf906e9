import type { Post } from '#contract/posts.ts'
import type { Profile } from '#contract/users.ts'
import { formatCount } from '#web/ui/ui.text.ts'

const editedFormat = new Intl.DateTimeFormat('it', { dateStyle: 'full', timeStyle: 'short' })

const everybody =
  'Un post pubblico lo vede chiunque: nel feed, cercando, nella pagina del luogo o con il link, anche senza un account'

/** Says who sees the posts of a visibility; an unknown profile may be private. */
function whoSees(privacy: Post['privacy'], profile?: Profile['profile_visibility']): string {
  if (privacy === 'followers') return 'Un post per soli follower lo vede solo chi ti segue.'
  if (profile === 'private') return 'Il tuo profilo è privato: i tuoi post li vede solo chi ti segue.'
  return profile === 'public' ? `${everybody}.` : `${everybody}. Se il tuo profilo è privato, solo chi ti segue.`
}

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

  newTitle: 'Nuovo Post',
  text: 'Testo del post',
  textPlaceholder: 'Che cosa succede qui intorno?',
  video: 'Video',
  playVideo: 'Guarda il video',
  soundOn: 'Attiva l’audio',
  soundOff: 'Togli l’audio',
  videoOf: (username: string, place: string) => `Video di ${username} a ${place}`,
  videoAlone: 'Un video sta da solo: togli prima le foto.',
  camera: 'Fotocamera',
  film: 'Filma',
  gallery: 'Galleria',
  preview: 'Anteprima dell’immagine',
  removePicture: 'Rimuovi immagine',
  previewOf: (number: number, count: number) => `Anteprima della foto ${number} di ${count}`,
  editPicture: (number: number, count: number, isDescribed: boolean) =>
    (count === 1 ? 'Descrivi o ritaglia la foto' : `Descrivi, ritaglia o sposta la foto ${number} di ${count}`) +
    (isDescribed ? ' (ALT scritto)' : ''),
  described: 'ALT',
  onePicture: 'Foto',
  pictureDone: 'Fatto',
  movePictureUp: 'Sposta prima',
  movePictureDown: 'Sposta dopo',
  pictureMoved: (number: number, count: number) => `Ora la foto è la ${number} di ${count}.`,
  crop: 'Ritaglia la foto',
  cropShape: 'Formato',
  cropOriginal: 'Originale',
  cropFrame: 'Riquadro: le frecce spostano la foto',
  cropZoom: 'Ingrandimento',
  cropApply: 'Applica',
  tooManyPictures: 'Un post può avere al massimo 10 foto.',
  preparingPicture: 'Preparazione dell’immagine…',
  placeQuestion: 'Dove sei?',
  choosePlace: 'Scegli un luogo',
  changePlace: (name: string) => `Luogo: ${name}. Cambia`,
  visibility: 'Chi può vederlo',
  public: 'Pubblico',
  followers: 'Solo follower',
  whoSees,
  looksForSomeone: 'Cerco qualcuno',
  looksForSomeoneHint: 'Chi si riconosce trova in evidenza il pulsante Spotted.',
  publish: 'Pubblica',

  textMissing: 'Inserisci un testo prima di pubblicare.',
  placeMissing: 'Seleziona un luogo.',

  info: 'Informazioni su visibilità e posizione',
  infoTitle: 'Chi vede che cosa',
  infoVisibility: 'Visibilità',
  infoPosition: 'La tua posizione',
  infoPlace:
    'Il post mostra il luogo che scegli tu, mai il punto esatto in cui ti trovi. Per proporti i luoghi vicini inviamo una posizione arrotondata; le distanze le calcola il tuo dispositivo.',
  infoPicture: 'Le immagini',
  infoMetadata:
    'Prima di partire, la foto viene ricreata sul tuo dispositivo: i dati nascosti nel file, come le coordinate dello scatto, restano con te.',
  infoStories: 'Le storie',
  infoStory:
    'Una storia è una foto che sparisce dopo 24 ore. La vede chi può vedere i tuoi post pubblici: se il tuo profilo è privato, solo chi ti segue. Chi pubblica una storia vede chi l’ha guardata.',
  infoClose: 'Ho capito',
} as const
