/** Words by which a name tells that it is English. */
const english =
  /\b(airport|arch|basilica of|bridge|castle|cathedral|church|colosseum|forum|fountain|gallery|garden|gardens|gulf|hill|island|lake|mount|mountain|museum|palace|park of|port of|saint|square|st\.?|station|steps|the|tower|tunnel|university)\b/i

/** Words by which an Italian name begins. */
const italian =
  /^(abbazia|aeroporto|anfiteatro|arco|basilica|capo|castello|cattedrale|chiesa|colle|colosseo|duomo|faro|fontana|foro|galleria|giardini|giardino|golfo|isola|lago|monte|museo|orto|palazzo|parco|piazza|piazzale|ponte|porta|porto|rocca|san|sant'|santa|santuario|scalinata|spiaggia|stazione|stadio|teatro|terme|torre|traforo|università|universita|villa)\b/i

const italianLinks = /(\b(di|del|dei|degli|delle|della|dello|da|dal)\b|\b(d|dell|sant)['’])/i
const foreignLinks = /\b(de|des|du|do|of|the|von|et|y|i|internacional|la|los|las|airport)\b/i

const score = (name: string): number =>
  (italian.test(name) ? 2 : -10) +
  (italianLinks.test(name) ? 2 : 0) -
  (foreignLinks.test(name) ? 3 : 0) +
  (/[àèéìòù]/i.test(name) ? 0.5 : 0)

/** Well-known places have English names in GeoNames: the Italian one, where it can be told among the others. */
export function italianName(name: string, alternates: string[]): string {
  if (!english.test(name) || score(name) > 2) return name
  const best = alternates.map((other) => ({ other, worth: score(other) })).toSorted((a, b) => b.worth - a.worth)[0]
  return best && best.worth > 0 ? best.other : name
}
