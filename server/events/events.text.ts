export const eventsText = {
  inThePast: 'L’evento deve ancora cominciare: scegli un momento futuro.',
  tooFarOff: 'Si possono annunciare eventi fino a un anno prima.',
  endsBeforeStart: 'La fine deve venire dopo l’inizio.',
  tooLong: 'Un evento può durare al massimo due settimane.',
  tooManyUpcoming: (count: number) => `Hai già ${count} eventi in programma: il prossimo dopo che ne è passato uno.`,
  deleted: 'Evento eliminato',
} as const
