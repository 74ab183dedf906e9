import { formatCount, formatPeople } from '#web/ui/ui.text.ts'

export const spottedText = {
  spotted: 'Spotted',
  requested: 'In attesa',
  confirmed: (count: number) => (count === 1 ? '1 persona confermata' : `${formatCount(count)} persone confermate`),
  people: formatPeople,
  requestLabel: 'Spotted: sei tu?',
  viewRequestsLabel: 'Spotted: vedi le richieste',
  withdrawLabel: (label: string) => `${label}: premi per ritirarti`,
} as const
