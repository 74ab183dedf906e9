export const recognitionText = {
  title: 'Sei tu?',
  text: (username: string) =>
    `Se ti riconosci in queste parole, dillo a ${username}: vedrà il tuo nome e potrà confermare.`,
  privacy:
    'Fino alla conferma lo sapete solo voi due. Dopo, il tuo nome compare tra gli Spotted di questo post. Puoi ritirarti quando vuoi.',
  line: (username: string) => `Due parole a ${username}`,
  lineExample: 'Per esempio: avevo la sciarpa gialla',
  lineHint: 'Se vuoi. Le leggete solo voi due, anche dopo la conferma.',
  cancel: 'Annulla',
  confirm: 'Sono io',

  withdrawTitle: 'Ritirare lo Spotted?',
  withdrawText: (username: string) =>
    `${username} ha confermato che sei tu. Se lo ritiri, questo post esce dai tuoi Spotted e per tornarci servirà una nuova conferma.`,
  withdraw: 'Ritira',
} as const
