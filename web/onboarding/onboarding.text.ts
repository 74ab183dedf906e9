export const onboardingText = {
  skip: 'Skip',
  start: 'Inizia',
  welcome: (username: string) => `Ciao, ${username}`,
  locationTitle: 'Dove ti trovi?',
  locationText: 'Dintorni ti mostra quello che succede intorno a te. La tua posizione esatta resta su questo dispositivo.',
  enable: 'Attiva la posizione',
  enableAgain: 'Aggiorna la posizione',
  chooseTown: 'Scegli una città',
  located: 'Posizione trovata',
  inTown: (town: string) => `La tua città: ${town}`,
  notYou: (username: string) => `Non sei ${username}?`,
  login: 'Login',
} as const
