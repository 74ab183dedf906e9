export const announcementsText = {
  published: 'Avviso pubblicato',
  scheduled: 'Avviso programmato',
  withdrawn: 'Avviso ritirato',
  endIsPast: 'La fine è già passata: scegli un momento che deve ancora venire.',
  endBeforeStart: 'L’avviso finisce prima di cominciare: sposta la fine più avanti.',
  tooLate: 'Scegli un momento entro un anno.',
} as const
