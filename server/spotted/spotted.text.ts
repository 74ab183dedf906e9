import type { SpottedStatus } from '#contract/posts.ts'

const answered: Record<SpottedStatus, string> = { confirmed: 'Spotted confermato', pending: 'Conferma annullata' }

export const spottedText = {
  requested: 'Richiesta Spotted inviata',
  withdrawn: 'Richiesta Spotted ritirata',
  answered: (status: SpottedStatus) => answered[status],
  ownPost: 'Non puoi riconoscerti in un tuo post.',
  notYours: 'Solo chi ha scritto il post può confermare una richiesta Spotted.',
} as const
