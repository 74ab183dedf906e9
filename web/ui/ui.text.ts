const compact = new Intl.NumberFormat('it', { notation: 'compact', maximumFractionDigits: 1 })

/** "1,2 Mln": a short count in Italian. */
export const formatCount = (count: number) => compact.format(count)

/** "99+": a count on a badge. */
export const formatBadge = (count: number) => (count > 99 ? '99+' : String(count))

/** The same for screen readers. */
export const formatSpokenBadge = (count: number) => (count > 99 ? 'oltre 99' : String(count))

export const uiText = {
  back: 'Indietro',
  close: 'Chiudi',
  loading: 'Caricamento…',
  showPassword: 'Mostra password',
  hidePassword: 'Nascondi password',
  retry: 'Riprova',
  loadFailed: 'Qui non è arrivato niente',
  understood: 'Ho capito',
  now: 'adesso',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  yesterday: 'ieri',
  days: (count: number) => `${count} g`,
} as const
