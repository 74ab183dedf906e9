export const searchText = {
  title: 'Cerca',
  field: 'Cerca persone e luoghi',
  clear: 'Cancella la ricerca',
  explore: 'Esplora',
  noSuggestions: 'Nessun suggerimento disponibile.',
  noSuggestionsText: 'Prova a cercare un nome, una piazza o una città.',
  results: 'Risultati',
  resultCount: (count: number) => (count === 1 ? '1 risultato' : `${count} risultati`),
  noResults: (query: string) => `Nessuno e niente per «${query}»`,
  noResultsText: 'Forse si scrive in un altro modo: prova con meno lettere, o con la città più vicina.',
  user: 'Persona',
  location: 'Luogo',
} as const
