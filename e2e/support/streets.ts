import { runTilemaker } from '#server/testing/fixtures/map-files.ts'

/** A main street from west to east. */
export const mainStreet = { latitude: 45.46417, west: 9.17, east: 9.21 }

/** Makes the file of streets of an operator. @returns its path. */
export function makeStreetsFile(folder: string): Promise<string> {
  const { latitude, west, east } = mainStreet
  const nodes = [west, east].map((lon, index) => ({ id: index + 1, lat: latitude, lon }))
  const ways = [{ id: 1, refs: [1, 2], tags: { highway: 'primary', name: 'Corso della Prova' } }]
  return runTilemaker(folder, { nodes, ways }, '9.1,45.4,9.3,45.5')
}
