export const asideText = {
  label: 'Qui intorno',
  spotted: 'Spotted del giorno',
  spottedPeople: (names: readonly string[], count: number) => {
    const others = count - names.length
    if (names.length === 0)
      return count === 1 ? 'Una persona si è riconosciuta' : `${count} persone si sono riconosciute`
    return `Spotted: ${names.join(', ')}${others > 0 ? ` e ${others === 1 ? 'un’altra persona' : `altre ${others}`}` : ''}`
  },
  picture: (username: string) => `Foto di ${username}`,
  places: 'Luoghi qui intorno',
  people: 'Persone da conoscere',
  about: 'Informazioni',
  welcome: 'Che cos’è Dintorni',
  terms: 'Termini e Condizioni',
  privacy: 'Privacy Policies',
} as const
