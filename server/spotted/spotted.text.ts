import type { SpottedAnswer } from '#contract/spotted.ts'

const answered: Record<SpottedAnswer, string> = {
  confirmed: 'Spotted confermato',
  declined: 'Richiesta messa tra le rifiutate',
  pending: 'Risposta annullata',
}

export const spottedText = {
  requested: 'Richiesta Spotted inviata',
  withdrawn: 'Richiesta Spotted ritirata',
  answered: (status: SpottedAnswer) => answered[status],
  ownPost: 'Non puoi riconoscerti in un tuo post.',
  notYours: 'Solo chi ha scritto il post può confermare una richiesta Spotted.',
} as const
