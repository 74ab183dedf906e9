import { formatCount } from '#web/ui/ui.text.ts'

export const commentsText = {
  title: 'Commenti',
  list: 'Commenti al post',
  empty: 'Nessun commento trovato.',
  placeholder: 'Scrivi un commento...',
  field: 'Commento',
  send: 'Invia il commento',
  signIn: 'Accedi per commentare',
  newComments: 'Nuovi commenti',
  count: formatCount,
  like: (username: string) => `Mi piace il commento di ${username}`,
  likes: (count: number) => `${formatCount(count)} Mi piace`,
  select: 'Seleziona il tuo commento',
  options: 'Opzioni del commento',
  optionsOf: (username: string) => `Opzioni del commento di ${username}`,
  delete: 'Elimina il commento',
  deleteTitle: 'Elimina commento',
  deleteQuestion: 'Vuoi eliminare questo commento? Non si può tornare indietro.',
  cancel: 'Annulla',
  confirmDelete: 'Elimina',
} as const
