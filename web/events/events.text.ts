import { formatPeople } from '#web/ui/ui.text.ts'

/** The server counts no further. */
const mostCountedGoing = 200

export const eventsText = {
  eventsAt: (name: string) => `Eventi a ${name}`,
  none: 'Nessun evento in programma',
  noneText: 'Il palco è pronto: se sai di qualcosa che succederà qui, annuncialo tu.',
  add: 'Annuncia un evento',
  announcedBy: 'Lo annuncia',
  attend: 'Ci vado',
  attendEvent: (title: string) => `Ci vado: ${title}`,
  going: (names: readonly string[], count: number) => {
    if (count === 0) return 'Ancora nessuno ci va.'
    if (count >= mostCountedGoing) return `Ci vanno almeno ${mostCountedGoing} persone`
    const shown = names.slice(0, count > 2 ? 1 : 2)
    return `${count === 1 ? 'Ci va' : 'Ci vanno'} ${formatPeople(shown, count - shown.length)}`
  },

  addToCalendar: 'Aggiungi al calendario',
  addEventToCalendar: (title: string) => `Aggiungi al calendario: ${title}`,
  followed: 'Eventi nei luoghi che segui',
  inThisArea: 'Eventi della settimana',

  optionsOf: (title: string) => `Opzioni per «${title}»`,
  options: 'Opzioni',
  delete: 'Elimina evento',
  deleteTitle: 'Eliminare l’evento?',
  deleteText: 'Sparisce per tutti, anche per chi pensava di andarci.',
  cancel: 'Annulla',
  confirmDelete: 'Elimina',

  newTitle: 'Annuncia un evento',
  newText: 'Potrà vederlo chiunque, con il tuo nome. Se il tuo profilo è privato, soltanto chi ha un account.',
  title: 'Che cosa succede?',
  titlePlaceholder: 'Per esempio: mercatino dei libri usati',
  titleMissing: 'Scrivi come si chiama l’evento.',
  start: 'Quando comincia?',
  startMissing: 'Scegli quando comincia l’evento.',
  end: 'Quando finisce? (se si sa)',
  description: 'Vuoi aggiungere qualcosa?',
  descriptionPlaceholder: 'Dove ci si trova, quanto costa, che cosa portare…',
  italianTime: 'Ora italiana.',
  publish: 'Annuncia',
  published: 'Evento annunciato',
} as const
