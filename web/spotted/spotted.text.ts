import { formatCount } from '#web/ui/ui.text.ts'

/** “anna, bruno e altre 2 persone” */
const list = new Intl.ListFormat('it')
const others = (count: number) => (count === 1 ? 'un’altra persona' : `altre ${formatCount(count)} persone`)

export const spottedText = {
  spotted: 'Spotted',
  requested: 'In attesa',
  count: formatCount,
  confirmed: (count: number) => (count === 1 ? '1 persona confermata' : `${formatCount(count)} persone confermate`),
  people: (names: string[], othersCount: number) =>
    list.format(othersCount > 0 ? [...names, others(othersCount)] : names),
  requestLabel: 'Spotted: sei tu?',
  viewRequestsLabel: 'Spotted: vedi le richieste',
  withdrawLabel: (label: string) => `${label}: premi per ritirarti`,
} as const
