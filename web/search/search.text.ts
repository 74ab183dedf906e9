/** The server counts no further. */
const mostCountedPosts = 100

export const searchText = {
  title: 'Cerca',
  field: 'Cerca persone, luoghi e post',
  kinds: 'Che cosa cercare',
  everything: 'Tutto',
  people: 'Persone',
  places: 'Luoghi',
  events: 'Eventi',
  posts: 'Post',
  hashtags: 'Hashtag',
  explore: 'Esplora',
  noSuggestions: 'Nessun suggerimento disponibile.',
  noSuggestionsText: 'Prova a cercare un nome, una piazza o una città.',
  results: 'Risultati',
  resultCount: (count: number) => (count === 1 ? '1 risultato' : `${count} risultati`),
  noResults: (query: string) => `Nessuno e niente per «${query}»`,
  noPeople: (query: string) => `Nessuno si chiama «${query}»`,
  noPlaces: (query: string) => `Nessun luogo per «${query}»`,
  noPosts: (query: string) => `Nessun post con «${query}»`,
  noPostsText: 'Prova con una parola sola, o con un’altra che dica la stessa cosa.',
  tooFewLetters: 'Scrivi almeno tre lettere',
  tooFewLettersText: 'Con una o due parole intere i post si trovano prima.',
  postsWith: (query: string) => `Post con «${query}»`,
  noHashtags: (query: string) => `Nessun hashtag comincia con «${query}»`,
  noHashtagsText: 'Usalo in un tuo post e sarà il primo.',
  hashtag: (tag: string) => `#${tag}`,
  postCount: (count: number) => {
    if (count >= mostCountedPosts) return `almeno ${mostCountedPosts} post`
    return count === 1 ? '1 post' : `${count} post`
  },
  noResultsText: 'Forse si scrive in un altro modo: prova con meno lettere, o con la città più vicina.',
  recent: 'Ricerche recenti',
  forgetAll: 'Cancella tutto',
  forget: (query: string) => `Dimentica «${query}»`,
} as const
