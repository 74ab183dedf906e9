import type { Post } from '#contract/posts.ts'
import type { Profile } from '#contract/users.ts'

const everybody =
  'Un post pubblico lo vede chiunque: nel feed, cercando, nella pagina del luogo o con il link, anche senza un account'

/** Says who sees the posts of a visibility; an unknown profile may be private. */
function whoSees(privacy: Post['privacy'], profile?: Profile['profile_visibility']): string {
  if (privacy === 'followers') return 'Un post per soli follower lo vede solo chi ti segue.'
  if (profile === 'private') return 'Il tuo profilo è privato: i tuoi post li vede solo chi ti segue.'
  return profile === 'public' ? `${everybody}.` : `${everybody}. Se il tuo profilo è privato, solo chi ti segue.`
}

export const newPostText = {
  newTitle: 'Nuovo Post',
  text: 'Testo del post',
  textPlaceholder: 'Che cosa succede qui intorno?',
  videoAlone: 'Un video sta da solo: togli prima le foto.',
  hasVideo: 'Un video sta da solo: per scegliere altro, prima toglilo.',
  camera: 'Fotocamera',
  film: 'Filma',
  gallery: 'Galleria',
  preview: (isVideo: boolean) => (isVideo ? 'Anteprima del video' : 'Anteprima dell’immagine'),
  removePicture: (isVideo: boolean) => (isVideo ? 'Togli il video' : 'Rimuovi immagine'),
  previewOf: (number: number, count: number) => `Anteprima della foto ${number} di ${count}`,
  editPicture: (number: number, count: number, isDescribed: boolean) =>
    (count === 1 ? 'Descrivi o ritaglia la foto' : `Descrivi, ritaglia o sposta la foto ${number} di ${count}`) +
    (isDescribed ? ' (ALT scritto)' : ''),
  editVideo: (isDescribed: boolean) => `Descrivi il video${isDescribed ? ' (ALT scritto)' : ''}`,
  described: 'ALT',
  onePicture: (isVideo: boolean) => (isVideo ? 'Video' : 'Foto'),
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
  infoPicture: 'Foto e video',
  infoMetadata:
    'Prima di partire, foto e video vengono ricreati sul tuo dispositivo: i dati nascosti nei file, come le coordinate dello scatto, restano con te.',
  infoStories: 'Le storie',
  infoStory:
    'Una storia è una foto o un video che sparisce dopo 24 ore. La vede chi può vedere i tuoi post pubblici: se il tuo profilo è privato, solo chi ti segue. Chi pubblica una storia vede chi l’ha guardata.',
  infoClose: 'Ho capito',
} as const
