/** More than this is not read at a glance. */
const longest = 320
const mostLines = 8

/** The beginning of a long text, cut between words; null when all of it may be shown. */
export function textPreview(text: string) {
  const lines = text.split('\n')
  const head = lines.slice(0, mostLines).join('\n')
  if (head.length <= longest) return lines.length > mostLines ? head.trimEnd() : null
  // Nobody is made to press for three words.
  if (lines.length <= mostLines && text.length <= longest * 1.15) return null
  const cut = head.slice(0, longest)
  const lastSpace = cut.search(/\s\S*$/)
  return (lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:–—-]+$/, '')
}
