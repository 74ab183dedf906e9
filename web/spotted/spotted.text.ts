import { formatCount } from '#web/ui/ui.text.ts'

export const spottedText = {
  spotted: 'Spotted',
  requested: 'Richiesta',
  count: formatCount,
  confirmed: (count: number) => (count === 1 ? '1 persona confermata' : `${formatCount(count)} persone confermate`),
  ask: 'Spotted: sei tu?',
  see: 'Spotted: vedi le richieste',
  takeBack: (label: string) => `${label}: premi per ritirarti`,
} as const
