/** Removes accents and capitals, one character for one, so that indices agree. */
const plain = (text: string) =>
  [...text].map((character) => character.normalize('NFD')[0]?.toLowerCase() ?? character).join('')

/** Returns where a query begins and ends in a text, or null. */
export function findMatch(text: string, query: string): readonly [number, number] | null {
  const plainQuery = plain(query.trim())
  const from = plainQuery === '' ? -1 : plain(text).indexOf(plainQuery)
  return from === -1 ? null : [from, from + plainQuery.length]
}
