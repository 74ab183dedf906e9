import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDirectory } from './directory.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { isInItaly, parseLandmarks, readLandmarks } from './landmarks.ts'
import { readOtherNames } from './other-names.ts'
import { readTowns } from './towns.ts'

const towns = readTowns()
const comuni = towns.filter((town) => town.kind === 'town')
const landmarks = readLandmarks()
const directory = readDirectory()

describe('The shipped towns', () => {
  test('include every comune of Italy once', () => {
    expect(comuni.length).toBeGreaterThanOrEqual(7_900)
    expect(new Set(comuni.map((town) => town.comuneCode)).size).toBe(comuni.length)
  })

  test('have Italian names', () => {
    const names = new Set(comuni.map((town) => town.name))
    for (const name of [
      'Roma',
      'Milano',
      'Napoli',
      'Torino',
      'Firenze',
      'Venezia',
      'Bolzano',
      'Merano',
      'Bressanone',
      'Aosta',
    ]) {
      expect(names).toContain(name)
    }
    for (const name of ['Rome', 'Milan', 'Naples', 'Turin', 'Florence', 'Venice', 'Bozen'])
      expect(names).not.toContain(name)
    expect(towns.filter((town) => /[/\d]| - /.test(town.name))).toEqual([])
  })

  test('include Roma with its province, position and population', () => {
    const roma = comuni.find((town) => town.name === 'Roma')
    expect(roma).toMatchObject({ province: 'RM', comuneCode: '058091', town: null })
    expect(roma?.population).toBeGreaterThan(2_500_000)
    expect(distanceMetres(roma ?? { latitude: 0, longitude: 0 }, { latitude: 41.893, longitude: 12.483 })).toBeLessThan(
      3_000,
    )
  })

  test('distinguish towns of the same name by province', () => {
    const provinces = comuni.filter((town) => town.name === 'Samone').map((town) => town.province)
    expect(provinces.toSorted()).toEqual(['TN', 'TO'])
  })

  test('include well-known quarters with their comune', () => {
    expect(towns.find((town) => town.name === 'Mestre')).toMatchObject({
      town: 'Venezia',
      province: 'VE',
      kind: 'village',
    })
  })

  test('include no village twice in one comune, or with the name of the comune', () => {
    const keys = towns.map((town) => `${town.comuneCode} ${town.name.toLowerCase()}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('Other names are of comuni, of nearly all in South Tyrol', () => {
  const lines = readFileSync(new URL('other-names.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  const known = new Set(comuni.map(({ name, province }) => `${name}\t${province}`))
  const named = lines.map((line) => line.split('\t').slice(0, 2).join('\t'))
  expect(named.filter((town) => !known.has(town))).toEqual([])
  const southTyrol = comuni.filter(({ province }) => province === 'BZ').map(({ name }) => name)
  // These have one name in both languages.
  expect(southTyrol.filter((name) => !named.includes(`${name}\tBZ`)).toSorted()).toEqual(['Gais', 'Lana', 'Plaus'])
  expect(readOtherNames()({ name: 'Bolzano', province: 'BZ' })).toEqual(['Bozen', 'Bulsan'])
})

describe('The shipped landmarks', () => {
  test('are at least 340, in at least 30 towns', () => {
    expect(landmarks.length).toBeGreaterThanOrEqual(340)
    expect(new Set(landmarks.map((landmark) => landmark.town)).size).toBeGreaterThanOrEqual(30)
  })

  test('cover all twenty regional capitals', () => {
    const townsWithLandmarks = new Set(landmarks.map((landmark) => landmark.town))
    const capitals =
      'Aosta Torino Genova Milano Trento Venezia Trieste Bologna Firenze Perugia Ancona Roma ' +
      "L'Aquila Campobasso Napoli Bari Potenza Catanzaro Palermo Cagliari"
    for (const capital of capitals.split(' ')) expect(townsWithLandmarks).toContain(capital)
  })

  test('lie in or near an existing comune', () => {
    const townsByComune = Map.groupBy(towns, (town) => `${town.town ?? town.name} ${town.province}`)
    const misplaced = landmarks.filter((landmark) => {
      const candidates = townsByComune.get(`${landmark.town} ${landmark.province}`)
      return !candidates?.some((town) => distanceMetres(town, landmark) < 17_000)
    })
    expect(misplaced).toEqual([])
  })

  test('are rejected with the number of a faulty line', () => {
    const header = 'id\tname\ttown\tprovince\tkind\tlatitude\tlongitude'
    const colosseo = 'colosseo\tColosseo\tRoma\tRM\tmonument\t41.89021\t12.49223'
    expect(() => parseLandmarks(`${header}\n${colosseo}\n${colosseo}\n`)).toThrow('line 3: the id colosseo is taken')
    expect(() => parseLandmarks(`${header}\n${colosseo.replace('monument', 'arena')}\n`)).toThrow('line 2: "arena"')
    expect(() => parseLandmarks(`${header}\n${colosseo.replace('41.89021', '51.89021')}\n`)).toThrow('not in Italy')
    expect(() => parseLandmarks(`${header}\n${colosseo.replace('12.49223', '12.5')}\n`)).toThrow('five decimals')
  })
})

describe('The whole directory', () => {
  test('has unique source ids', () => {
    expect(new Set(directory.map((place) => `${place.source} ${place.sourceId}`)).size).toBe(directory.length)
  })

  test('lies in Italy', () => {
    expect(directory.filter((place) => !isInItaly(place))).toEqual([])
  })
})
