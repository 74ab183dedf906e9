import { readComuni } from '#server/places/directory/comuni.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { readLandmarks } from '#server/places/directory/landmarks.ts'
import { readTowns } from '#server/places/directory/towns.ts'
import { readNamedPoints } from './check-landmarks/named-points.ts'
import { checkLandmark, type Verdict } from './check-landmarks/verdict.ts'

/** Castel del Monte is 16 km from the town hall of Andria; no other landmark is farther from its own. */
const maxTownMetres = 17_000

const files = process.argv.slice(2)
if (!files.length) {
  console.error('Usage: node scripts/check-landmarks.ts FILE...   (GeoNames .tsv[.gz], Overpass .json, .osm.pbf)')
  process.exit(2)
}

const points = (await Promise.all(files.map(readNamedPoints))).flat()
const comuneCodes = new Map(
  [...readComuni().values()].map((comune) => [`${comune.name} ${comune.province}`, comune.code]),
)
const townsAndVillages = Map.groupBy(readTowns(), (town) => `${town.town ?? town.name} ${town.province}`)
const counts = { confirmed: 0, contradicted: 0, 'not found': 0, misplaced: 0 }

function detailOf(verdict: Verdict): string {
  if (verdict.outcome === 'not found') return ''
  const { names, latitude, longitude } = verdict.reference
  return ` ${Math.round(verdict.metres)} m (${names[0]}, ${latitude}, ${longitude})`
}

for (const landmark of readLandmarks()) {
  const place = `${landmark.town} ${landmark.province}`
  const towns = townsAndVillages.get(place)
  if (!towns?.some((town) => distanceMetres(town, landmark) < maxTownMetres)) {
    counts.misplaced += 1
    console.log(`misplaced     ${landmark.id}: ${towns ? 'far from' : 'there is no comune'} ${place}`)
  }
  const verdict = checkLandmark(landmark, comuneCodes.get(place), points)
  counts[verdict.outcome] += 1
  console.log(`${verdict.outcome.padEnd(13)} ${landmark.id}${detailOf(verdict)}`)
}

console.log(
  Object.entries(counts)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', '),
)
process.exitCode = counts.contradicted + counts.misplaced > 0 ? 1 : 0
