import { storyVideoSeconds } from '#contract/limits.ts'

export const storiesText = {
  seen: 'Storia vista',
  likeAdded: 'Like aggiunto',
  likeRemoved: 'Like rimosso',
  deleted: 'Storia eliminata',
  notYours: 'Puoi eliminare solo le tue storie.',
  noSuchPlace: 'Il luogo scelto non esiste più.',
  noSuchPicture: 'Quello che hai caricato non c’è più: sceglilo di nuovo.',
  onePicture: 'Una storia ha una sola foto, o un solo video.',
  videoTooLong: `Il video di una storia può durare al massimo ${storyVideoSeconds} secondi.`,
  tooMany: 'Hai già 100 storie attive: elimina una di quelle, oppure aspetta che scada.',
} as const
