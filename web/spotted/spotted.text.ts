const compact = new Intl.NumberFormat('it', { notation: 'compact', maximumFractionDigits: 1 })

export const spottedText = {
  spotted: 'Spotted',
  requested: 'Richiesta',
  count: (count: number) => compact.format(count),
  confirmed: (count: number) => (count === 1 ? '1 persona confermata' : `${compact.format(count)} persone confermate`),
  ask: ', sei tu?',
  see: ', vedi le richieste',
  takeBack: ', premi per ritirarti',
} as const
