/** "1:04,5": the tenths that a slider moves by, unless there are none. */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10)
  const whole = Math.floor(tenths / 10)
  const part = tenths % 10 === 0 ? '' : `,${tenths % 10}`
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}${part}`
}

export const mediaText = {
  title: 'Il tuo video',
  preview: 'Anteprima del video',
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
  unreadable:
    'Questo browser non può aprire il video. Prova con un altro browser, o con un MP4 in H.264: sull’iPhone è il formato «Più compatibile».',
  unfitSound:
    'Questo browser non può preparare l’audio di questo video. Toglilo qui sopra, o prova con un altro browser.',
  unfit: 'Questo browser non può preparare il video. Prova con un altro browser, o con un MP4 più piccolo.',
} as const
