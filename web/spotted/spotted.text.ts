const compact = new Intl.NumberFormat('it', { notation: 'compact', maximumFractionDigits: 1 })

export const spottedText = {
  spotted: 'Spotted',
  requested: 'Richiesta',
  count: (count: number) => compact.format(count),
  confirmed: (count: number) => (count === 1 ? '1 persona confermata' : `${compact.format(count)} persone confermate`),
  ask: 'Spotted: sei tu?',
  see: 'Spotted: vedi le richieste',
  takeBack: (label: string) => `${label}: premi per ritirarti`,
} as const
