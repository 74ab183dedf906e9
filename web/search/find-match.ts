/** One character for each of the text's, without accent and capital, so that places agree. */
const plain = (text: string) =>
  [...text].map((character) => character.normalize('NFD')[0]?.toLowerCase() ?? character).join('')

/** Where the words begin and end in the text; null where they are not, or not as typed. */
export function findMatch(text: string, words: string): readonly [number, number] | null {
  const wanted = plain(words.trim())
  const from = wanted === '' ? -1 : plain(text).indexOf(wanted)
  return from === -1 ? null : [from, from + wanted.length]
}
