export const mediaText = {
  unreadable: 'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  tooLarge: "L'immagine può pesare al massimo 10 MB.",
  tooManyPixels: "L'immagine è troppo grande: al massimo 50 megapixel.",
  storeAway: 'Le foto non sono raggiungibili in questo momento. Riprova tra poco.',
  noRoom: 'Sul server non c’è più spazio per le foto. Riprova più tardi.',
  busy: 'Ci sono troppe foto in arrivo. Riprova tra poco.',
  tooManyAtOnce: 'Stai già inviando altre foto. Aspetta che finiscano e riprova.',
  postsToday: (limit: number) => `Hai raggiunto il limite di ${limit} post al giorno. Potrai pubblicarne altri domani.`,
  placesToday: (limit: number) => `Per oggi hai aggiunto ${limit} luoghi. Potrai aggiungerne altri domani.`,
  eventsToday: (limit: number) => `Per oggi hai annunciato ${limit} eventi. Potrai annunciarne altri domani.`,
  picturesToday: 'Per oggi hai caricato tutte le foto che puoi. Potrai caricarne altre domani.',
  interrupted: 'La foto non è stata elaborata. Riprova tra poco.',
} as const
