export const searchText = {
  title: 'Cerca',
  field: 'Cerca persone e luoghi',
  clear: 'Cancella la ricerca',
  explore: 'Esplora',
  noSuggestions: 'Nessun suggerimento disponibile.',
  noSuggestionsText: 'Prova a cercare un nome, una piazza o una città.',
  results: 'Risultati',
  found: (count: number) => (count === 1 ? '1 risultato' : `${count} risultati`),
  nothing: (words: string) => `Nessuno e niente per «${words}»`,
  nothingText: 'Forse si scrive in un altro modo: prova con meno lettere, o con la città più vicina.',
  user: 'Persona',
  location: 'Luogo',
} as const
