import { describe, expect, test } from 'vitest'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [alice] = useUsers(app, 'alice')

/** What people type, and the town that they mean. */
const towns: [typed: string, town: string][] = [
  ['Reggio Emilia', "Reggio nell'Emilia"],
  ['reggio nell’emilia', "Reggio nell'Emilia"],
  ['Reggio Calabria', 'Reggio di Calabria'],
  ['Regio Emilia', "Reggio nell'Emilia"],
  ['S. Giovanni Rotondo', 'San Giovanni Rotondo'],
  ['S Giovanni Rotondo', 'San Giovanni Rotondo'],
  ['sangiovanni rotondo', 'San Giovanni Rotondo'],
  ['S.ta Margherita Ligure', 'Santa Margherita Ligure'],
  ['San Stefano di Cadore', 'Santo Stefano di Cadore'],
  ['Sant Angelo Lodigiano', "Sant'Angelo Lodigiano"],
  ['San Remo', 'Sanremo'],
  ['laquila', "L'Aquila"],
  ['Aquila', "L'Aquila"],
  ['lʼaquila', "L'Aquila"],
  ['Spezia', 'La Spezia'],
  ['laspezia', 'La Spezia'],
  ['Desenzano Garda', 'Desenzano del Garda'],
  ['Desenzano sul Garda', 'Desenzano del Garda'],
  ['Forte Marmi', 'Forte dei Marmi'],
  ['forli', 'Forlì'],
  ["Cantu'", 'Cantù'],
  ['Bozen', 'Bolzano'],
  ['Meran', 'Merano'],
  ['Brixen', 'Bressanone'],
  ['Sankt Ulrich', 'Ortisei'],
  ['St. Ulrich', 'Ortisei'],
  ['Urtijëi', 'Ortisei'],
  ['Kaltern', 'Caldaro sulla strada del vino'],
  ['Aoste', 'Aosta'],
  ['Trst', 'Trieste'],
  ['Nabrezina', 'Duino Aurisina'],
  ['Florence', 'Firenze'],
  ['Venedig', 'Venezia'],
  ['Bolgna', 'Bologna'],
  ['Nilano', 'Milano'],
  ['Rmoa', 'Roma'],
  ['Catanzarro', 'Catanzaro'],
]

const typeInChooser = async (q: string) => (await alice.callOk('findTowns', { q })).towns.map(({ name }) => name)
const straight = (name: string | null | undefined) => name?.replace('’', "'")

describe('The town chooser', () => {
  test.each(towns)('finds for “%s” first %s', async (typed, town) => {
    expect(straight((await typeInChooser(typed))[0])).toBe(town)
  })

  test.each([
    ['reggio em', "Reggio nell'Emilia"],
    ['reggio nell', "Reggio nell'Emilia"],
    ['Reggio E', "Reggio nell'Emilia"],
    ['regio em', "Reggio nell'Emilia"],
    ['la sp', 'La Spezia'],
    ['La S', 'La Spezia'],
    ['boz', 'Bolzano'],
    ['Rossano', 'Corigliano-Rossano'],
    ['s. giovanni rot', 'San Giovanni Rotondo'],
  ])('finds while somebody types “%s” %s', async (typed, town) => {
    expect((await typeInChooser(typed)).map(straight)).toContain(town)
  })

  test('finds nothing for what no town is called', async () => {
    expect(await typeInChooser('xyzzyx')).toEqual([])
  })
})

describe('The search for places', () => {
  const milano = { lat: 45.46, lon: 9.19 }
  test.each(towns)('finds for “%s” first %s', async (typed, town) => {
    expect(straight((await alice.callOk('searchPlaces', { q: typed })).places[0]?.name)).toBe(town)
  })

  test('finds each place once', async () => {
    for (const q of [...towns.map(([typed]) => typed), 'Reggio in Emilia', 'San Stefano', 'regio']) {
      const ids = (await alice.callOk('searchPlaces', { q })).places.map(({ id }) => id)
      const chosen = (await alice.callOk('findTowns', { q })).towns.map(({ id }) => id)
      for (const found of [ids, chosen]) expect(new Set(found).size, q).toBe(found.length)
    }
  })

  test('finds the town of that name first, however near other places of it are', async () => {
    const name = async (q: string) => (await alice.callOk('searchPlaces', { q, ...milano })).places[0]?.name
    expect(await name('Reggio Emilia')).toBe("Reggio nell'Emilia")
    expect(await name('Bozen')).toBe('Bolzano')
    // Scala is a town.
    expect(await name('la scala')).toBe('Teatro alla Scala')
  })
})
