/** A file of its own: most pages show no video. */
export const postVideoText = {
  videoOf: (username: string, place: string) => `Video di ${username} a ${place}`,
  play: 'Guarda il video',
  pause: 'Metti in pausa',
  soundOn: 'Attiva l’audio',
  soundOff: 'Togli l’audio',
} as const
