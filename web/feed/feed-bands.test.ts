import { expect, test } from 'vitest'
import { dividersOf, isNewer, type ShownPost, townAround } from './feed-bands.ts'
import { feedText } from './feed.text.ts'

const post = (id: number, fields: Partial<ShownPost> = {}) => ({ id, ...fields }) as ShownPost

test('A divider says where each wider circle begins, also on a later page', () => {
  const pages = [
    { posts: [post(1, { circle_km: 5 }), post(2, { circle_km: 25 }), post(3, { circle_km: 25 })] },
    { posts: [post(4, { circle_km: 25 }), post(5, { circle_km: null })] },
  ]
  expect([...dividersOf(pages, 5)]).toEqual([
    [2, feedText.farther(25)],
    [5, feedText.farther(null)],
  ])
})

test('A feed without a near post says so at its top', () => {
  expect([...dividersOf([{ posts: [post(1, { circle_km: 100 })] }], 5)]).toEqual([[1, feedText.nothingNear(5, 100)]])
})

test('A person’s own new post, which has no circle yet, begins none', () => {
  expect([...dividersOf([{ posts: [post(9), post(1, { circle_km: 5 })] }], 5)]).toEqual([])
  expect([...dividersOf([{ posts: [post(9), post(1, { circle_km: 25 })] }], 5)]).toEqual([[1, feedText.farther(25)]])
})

test('A post is new above the first one if it is newer in the same circle, or nearer', () => {
  const first = post(5, { circle_km: 25 })
  expect(isNewer(post(6, { circle_km: 25 }), first)).toBe(true)
  expect(isNewer(post(5, { circle_km: 25 }), first)).toBe(false)
  expect(isNewer(post(4, { circle_km: 5 }), first)).toBe(true)
  expect(isNewer(post(6, { circle_km: 100 }), first)).toBe(false)
  expect(isNewer(post(6, { circle_km: null }), first)).toBe(false)
  expect(isNewer(post(1), undefined)).toBe(true)
  expect(isNewer(post(6, { circle_km: 25 }), post(5))).toBe(true)
})

const here = { latitude: 45.464, longitude: 9.19 }
const at = (latitude: number, name: string, town: string | null, province: string | null) =>
  post(1, {
    location_latitude: latitude,
    location_longitude: 9.19,
    location_name: name,
    location_town: town,
    location_province: province,
  })

test('The town around is that of the nearest post, if one is near', () => {
  expect(townAround(here, [at(45.48, 'Parco', 'Monza', 'MB'), at(45.465, 'Duomo', 'Milano', 'MI')])).toBe('Milano')
  expect(townAround(here, [at(45.465, 'Milano', null, 'MI')])).toBe('Milano')
  expect(townAround(here, [at(45.515, 'Parco', 'Sesto', 'MI')])).toBeNull()
  expect(townAround(here, [at(45.465, 'Mare', null, null)])).toBeNull()
  expect(townAround(here, [])).toBeNull()
})
