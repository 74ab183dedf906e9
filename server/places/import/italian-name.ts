/** Words of English names. */
const englishWords = new RegExp(
  '\\b(airport|arch|basilica of|bridge|castle|cathedral|church|colosseum|forum|fountain|gallery|garden|' +
    'gardens|gulf|hill|island|lake|mount|mountain|museum|palace|park of|port of|saint|square|st\\.?|' +
    'station|steps|the|tower|tunnel|university)\\b',
  'i',
)

/** First words of Italian names. */
const italianBeginnings = new RegExp(
  '^(abbazia|aeroporto|anfiteatro|arco|basilica|capo|castello|cattedrale|chiesa|colle|colosseo|duomo|' +
    'faro|fontana|foro|galleria|giardini|giardino|golfo|isola|lago|monte|museo|orto|palazzo|parco|piazza|' +
    "piazzale|ponte|porta|porto|rocca|san|sant'|santa|santuario|scalinata|spiaggia|stazione|stadio|" +
    'teatro|terme|torre|traforo|università|universita|villa)\\b',
  'i',
)

const italianLinks = /(\b(di|del|dei|degli|delle|della|dello|da|dal)\b|\b(d|dell|sant)['’])/i
const foreignLinks = /\b(de|des|du|do|of|the|von|et|y|i|internacional|la|los|las|airport)\b/i

const score = (name: string): number =>
  (italianBeginnings.test(name) ? 2 : -10) +
  (italianLinks.test(name) ? 2 : 0) -
  (foreignLinks.test(name) ? 3 : 0) +
  (/[àèéìòù]/i.test(name) ? 0.5 : 0)

/** GeoNames gives well-known places English names: returns the Italian one if it is recognisable among the others. */
export function italianName(name: string, alternates: string[]): string {
  if (!englishWords.test(name) || score(name) > 2) return name
  const [best] = alternates
    .map((alternate) => ({ alternate, score: score(alternate) }))
    .toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.alternate : name
}
