import { distanceMetres } from '#server/platform/geography.ts'
import type { Landmark } from '#server/places/directory/landmarks.ts'
import type { NamedPoint } from './named-points.ts'

export type Verdict =
  | { outcome: 'confirmed' | 'contradicted'; metres: number; reference: NamedPoint }
  | { outcome: 'not found' }

const toleranceInMetres = 300
const townRadiusInMetres = 8_000

const articles = new Set(
  'a al alla alle ai d da dal dalla de dei degli del dell della delle di e ed il i in l la le lo gli nel nell nella of the'.split(
    ' ',
  ),
)
/** Words that say what a thing is: "Duomo di Siena" and "Siena Cathedral" differ in nothing else. */
const kindWords = new Set(
  'duomo cattedrale cathedral basilica chiesa church concattedrale collegiata santuario stazione station railway centrale stadio stadium spiaggia beach castello castle museo museum palazzo palace ponte bridge teatro theatre parco park giardino giardini garden piazza square universita university studi torre tower mercato'.split(
    ' ',
  ),
)

export function judge(landmark: Landmark, comuneCode: string | undefined, points: NamedPoint[]): Verdict {
  const near = points
    .map((reference) => ({ reference, metres: distanceMetres(landmark, reference) }))
    .filter(({ metres }) => metres < townRadiusInMetres)
    .toSorted((a, b) => a.metres - b.metres)
  const namesake = near.find(({ reference }) => reference.names.some((name) => isSameName(landmark, name)))
  if (namesake && namesake.metres <= toleranceInMetres) return { outcome: 'confirmed', ...namesake }
  const alike = near
    .filter(({ metres }) => metres <= toleranceInMetres)
    .find(({ reference }) => reference.names.some((name) => isAlike(landmark, name)))
  if (alike) return { outcome: 'confirmed', ...alike }
  const elsewhere = namesake && (!namesake.reference.comuneCode || namesake.reference.comuneCode === comuneCode)
  return elsewhere ? { outcome: 'contradicted', ...namesake } : { outcome: 'not found' }
}

const words = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !articles.has(word))

const keyOf = (name: string[]): string => name.toSorted().join(' ')

const without = (name: string[], dropped: Set<string>): string[] => name.filter((word) => !dropped.has(word))

/** "Duomo di Siena" may be told without its town, and "Colosseo" with it, but a town's name alone names no landmark. */
function isSameName(landmark: Landmark, name: string): boolean {
  const townWords = new Set(words(landmark.town))
  const [own, other] = [words(landmark.name), words(name)]
  if (!without(other, kindWords).some((word) => !townWords.has(word))) return false
  return keyOf(other) === keyOf(own) || keyOf(without(other, townWords)) === keyOf(without(own, townWords))
}

/** Close by, the words that make the name are enough: "Roma Ostiense" and "Stazione Ostiense". */
function isAlike(landmark: Landmark, name: string): boolean {
  const noise = new Set([...words(landmark.town), ...kindWords])
  const [own, other] = [without(words(landmark.name), noise), without(words(name), noise)]
  if (!own.length || !other.length) return sharesKind(words(landmark.name), words(name))
  return own.every((word) => other.includes(word)) || other.every((word) => own.includes(word))
}

const sharesKind = (own: string[], other: string[]): boolean =>
  own.some((word) => kindWords.has(word) && other.includes(word))
