export const feedText = {
  badCursor: 'La pagina richiesta non esiste.',
} as const
