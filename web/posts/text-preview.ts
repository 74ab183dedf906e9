const maxLength = 320
const maxLines = 8

/** Returns the beginning of a long text, cut between words; null if the text is short enough. */
export function textPreview(text: string) {
  const lines = text.split('\n')
  const head = lines.slice(0, maxLines).join('\n')
  if (head.length <= maxLength) return lines.length > maxLines ? head.trimEnd() : null
  // A few more words are not worth a click.
  if (lines.length <= maxLines && text.length <= maxLength * 1.15) return null
  const cut = head.slice(0, maxLength)
  const lastSpace = cut.search(/\s\S*$/)
  return (lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:–—-]+$/, '')
}
