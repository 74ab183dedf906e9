import { distanceMetres } from '#server/platform/geography.ts'
import type { Landmark } from '#server/places/directory/landmarks.ts'
import type { NamedPoint } from './named-points.ts'

export type Verdict =
  | { outcome: 'confirmed' | 'contradicted'; metres: number; reference: NamedPoint }
  | { outcome: 'not found' }

const toleranceMetres = 300
const townRadiusMetres = 8_000

const articles = new Set(
  (
    'a al alla alle ai d da dal dalla de dei degli del dell della delle di e ed il i in l la le lo gli ' +
    'nel nell nella of the'
  ).split(' '),
)
/** Words for the kind of a landmark: "Duomo di Siena" and "Siena Cathedral" differ only in them. */
const kindWords = new Set(
  (
    'duomo cattedrale cathedral basilica chiesa church concattedrale collegiata santuario stazione station ' +
    'railway centrale stadio stadium spiaggia beach castello castle museo museum palazzo palace ponte bridge ' +
    'teatro theatre parco park giardino giardini garden piazza square universita university studi torre tower ' +
    'mercato'
  ).split(' '),
)

export function checkLandmark(landmark: Landmark, comuneCode: string | undefined, points: NamedPoint[]): Verdict {
  const near = points
    .map((reference) => ({ reference, metres: distanceMetres(landmark, reference) }))
    .filter(({ metres }) => metres < townRadiusMetres)
    .toSorted((a, b) => a.metres - b.metres)
  const namesake = near.find(({ reference }) => reference.names.some((name) => isSameName(landmark, name)))
  if (namesake && namesake.metres <= toleranceMetres) return { outcome: 'confirmed', ...namesake }
  const similar = near
    .filter(({ metres }) => metres <= toleranceMetres)
    .find(({ reference }) => reference.names.some((name) => isSimilarName(landmark, name)))
  if (similar) return { outcome: 'confirmed', ...similar }
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

/** The town may be missing ("Duomo") or added ("Colosseo, Roma"), but the town's name alone names no landmark. */
function isSameName(landmark: Landmark, name: string): boolean {
  const townWords = new Set(words(landmark.town))
  const own = words(landmark.name)
  const other = words(name)
  if (!without(other, kindWords).some((word) => !townWords.has(word))) return false
  return keyOf(other) === keyOf(own) || keyOf(without(other, townWords)) === keyOf(without(own, townWords))
}

/** Nearby, the distinctive words suffice: "Roma Ostiense" and "Stazione Ostiense". */
function isSimilarName(landmark: Landmark, name: string): boolean {
  const noise = new Set([...words(landmark.town), ...kindWords])
  const own = without(words(landmark.name), noise)
  const other = without(words(name), noise)
  if (!own.length || !other.length) return sharesKind(words(landmark.name), words(name))
  return own.every((word) => other.includes(word)) || other.every((word) => own.includes(word))
}

const sharesKind = (own: string[], other: string[]): boolean =>
  own.some((word) => kindWords.has(word) && other.includes(word))
