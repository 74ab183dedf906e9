import { formatCount } from '#web/ui/ui.text.ts'

export const postsText = {
  count: formatCount,
  cardLabel: (username: string) => `Post di ${username}`,
  picture: (username: string, place: string) => `Foto di ${username} a ${place}`,
  options: 'Opzioni del post',
  like: 'Mi piace',
  likes: (count: number) => `${formatCount(count)} Mi piace: vedi di chi`,
  comments: (count: number) => (count === 1 ? '1 commento' : `${formatCount(count)} commenti`),
  followersOnly: 'Solo per i follower',
  more: 'Altro…',

  sendInChat: 'Invia in chat',
  delete: 'Elimina post',
  deleteTitle: 'Elimina post',
  deleteQuestion: 'Il post sparisce per tutti, con i suoi like e i suoi commenti. Non si può tornare indietro.',
  cancel: 'Annulla',
  confirmDelete: 'Elimina',

  unavailable: 'Post non disponibile',
  unavailableText: 'È stato eliminato, oppure non è visibile a tutti.',
  toHome: "Torna all'inizio",

  likesTitle: 'Mi Piace',
  noLikes: 'Ancora nessun Mi Piace',
  noLikesText: 'Quando a qualcuno piacerà questo post, lo troverai qui.',

  newTitle: 'Nuovo Post',
  text: 'Testo del post',
  textPlaceholder: 'Che cosa succede qui intorno?',
  camera: 'Fotocamera',
  gallery: 'Galleria',
  preview: "Anteprima dell'immagine",
  removePicture: 'Rimuovi immagine',
  preparingPicture: "Preparazione dell'immagine…",
  unreadablePicture: 'Non riusciamo a leggere questa immagine: prova con una foto in formato JPEG, PNG o WebP.',
  pictureTitle: 'Immagine non aggiunta',
  placeQuestion: 'Dove sei?',
  choosePlace: 'Scegli un luogo',
  changePlace: (name: string) => `Luogo: ${name}. Cambia`,
  visibility: 'Chi può vederlo',
  public: 'Pubblico',
  followers: 'Solo follower',
  publicHint: 'Lo vede chi si trova nei dintorni del luogo.',
  followersHint: 'Lo vede solo chi ti segue.',
  publish: 'Pubblica',
  publishing: 'Pubblicazione in corso...',
  published: 'Post pubblicato',

  incompleteTitle: 'Manca qualcosa',
  notPublished: 'Post non pubblicato',
  textMissing: 'Inserisci un testo prima di pubblicare.',
  placeMissing: 'Seleziona un luogo.',
  error: (error: string) => `Errore: ${error}`,
  networkError: 'Errore di rete, riprova più tardi',

  info: 'Informazioni su visibilità e posizione',
  infoTitle: 'Chi vede che cosa',
  infoVisibility: 'Visibilità',
  infoPublic:
    'Un post pubblico può vederlo chiunque, nel feed di chi è vicino e nella pagina del luogo. Se il tuo profilo è privato, lo vede comunque solo chi ti segue.',
  infoFollowers: 'Un post per soli follower lo vedono soltanto le persone che ti seguono.',
  infoPosition: 'La tua posizione',
  infoPlace:
    'Il post mostra il luogo che scegli tu, mai il punto esatto in cui ti trovi. Per proporti i luoghi vicini inviamo una posizione arrotondata; le distanze le calcola il tuo dispositivo.',
  infoPicture: 'Le immagini',
  infoMetadata:
    'Prima di partire, la foto viene ricreata sul tuo dispositivo: i dati nascosti nel file, come le coordinate dello scatto, restano con te.',
  infoStories: 'Le storie',
  infoStory:
    'Una storia è una foto che sparisce dopo 24 ore. La vede chi può vedere i tuoi post pubblici: se il tuo profilo è privato, solo chi ti segue.',
  infoClose: 'Ho capito',
} as const
