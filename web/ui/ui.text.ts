export const uiText = {
  back: 'Indietro',
  close: 'Chiudi',
  loading: 'Caricamento…',
  showPassword: 'Mostra password',
  hidePassword: 'Nascondi password',
  retry: 'Riprova',
  understood: 'Ho capito',
  now: 'adesso',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  yesterday: 'ieri',
  days: (count: number) => `${count} g`,
} as const
