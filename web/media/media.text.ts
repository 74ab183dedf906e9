const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export const mediaText = {
  title: 'Il tuo video',
  from: 'Inizio',
  to: 'Fine',
  at: clock,
  piece: (seconds: number, limit: number) => `Dura ${clock(seconds)} su ${clock(limit)}`,
  cover: 'Copertina',
  coverHint: 'Il fotogramma che si vede prima di premere play.',
  sound: 'Con l’audio',
  use: 'Usa il video',
  cancel: 'Annulla',
  converting: 'Preparazione del video',
  opening: 'Apertura del video…',
  unreadable: 'Questo browser non può aprire il video. Prova con un MP4.',
  unfit: 'Questo browser non può preparare il video. Prova con un altro browser, o con un MP4 più piccolo.',
} as const
