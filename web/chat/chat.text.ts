export const chatText = {
  title: 'Messaggi',
  notYet: 'I messaggi diretti non ci sono ancora.',
  back: 'Torna indietro',
} as const
