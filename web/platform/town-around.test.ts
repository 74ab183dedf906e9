import { expect, test } from 'vitest'
import { townAround } from './town-around.ts'

const here = { latitude: 45.464, longitude: 9.19 }
const at = (latitude: number, name: string, town: string | null, province: string | null) => ({
  latitude,
  longitude: 9.19,
  name,
  town,
  province,
})

test('The town around is that of the nearest place, if one is near', () => {
  expect(townAround(here, [at(45.48, 'Parco', 'Monza', 'MB'), at(45.465, 'Duomo', 'Milano', 'MI')])).toBe('Milano')
  expect(townAround(here, [at(45.465, 'Milano', null, 'MI')])).toBe('Milano')
  expect(townAround(here, [at(45.515, 'Parco', 'Sesto', 'MI')])).toBeNull()
  expect(townAround(here, [at(45.465, 'Mare', null, null)])).toBeNull()
  expect(townAround(here, [])).toBeNull()
})
