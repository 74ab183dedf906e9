import { storyVideoSeconds } from '#contract/limits.ts'
import { formatCount } from '#web/ui/ui.text.ts'

export const storiesText = {
  storiesOf: (username: string) => `Storie di ${username}`,
  loading: 'Caricamento delle storie…',
  position: (number: number, count: number, username: string) => `Storia ${number} di ${count} di ${username}`,
  picture: (username: string, place: string | null) =>
    place === null ? `Storia di ${username}` : `Storia di ${username} a ${place}`,
  pictureFailed: 'Questa foto non si è caricata.',
  video: (username: string, place: string | null) =>
    place === null ? `Video di ${username}` : `Video di ${username} a ${place}`,
  videoFailed: 'Questo video non si può guardare.',
  playVideo: 'Guarda il video',
  soundOn: 'Attiva l’audio',
  soundOff: 'Togli l’audio',
  previous: 'Storia precedente',
  next: 'Storia successiva',
  pause: 'Metti in pausa',
  resume: 'Riprendi',
  close: 'Chiudi',
  options: 'Opzioni della storia',
  unavailable: 'Questa storia non è più disponibile.',
  loadFailed: 'Le storie non sono arrivate',
  retry: 'Riprova',

  like: 'Mi piace',
  likes: (count: number) => `${formatCount(count)} Mi piace`,
  viewLikes: (count: number) => `${formatCount(count)} Mi piace: vedi di chi`,
  likesTitle: 'Likes',
  noLikes: 'Nessun like per questa storia',

  views: (count: number) => (count === 1 ? 'Vista da 1 persona' : `Vista da ${formatCount(count)} persone`),
  viewsTitle: 'Chi l’ha vista',
  noViews: 'Non l’ha ancora vista nessuno',

  delete: 'Elimina storia',
  deleteTitle: 'Elimina Storia',
  deleteQuestion: 'La storia sparisce per tutti, con i suoi Mi piace. Non si può tornare indietro.',
  confirmDelete: 'Elimina',

  kind: 'Che cosa pubblichi',
  kindPost: 'Post',
  kindStory: 'Storia',
  newTitle: 'Nuova storia',
  hint: `Una foto, o un video di al massimo ${storyVideoSeconds} secondi, che sparisce dopo 24 ore.`,
  visibilityHint: 'La vede chi può vedere i tuoi post pubblici: se il tuo profilo è privato, solo chi ti segue.',
  caption: 'Didascalia',
  captionExample: 'Qualche parola, se vuoi.',
  choosePlace: 'Scegli un luogo, se vuoi',
  removePlace: 'Togli il luogo',
  publish: 'Pubblica la storia',
  pictureMissing: 'Scegli una foto o un video per la storia.',
  videoTooLong: `Il video del post dura più di ${storyVideoSeconds} secondi: per una storia sceglilo di nuovo e taglialo.`,
} as const
