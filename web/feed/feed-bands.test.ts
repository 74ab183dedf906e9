import { expect, test } from 'vitest'
import { dividersOf, isNewer, type ShownPost } from './feed-bands.ts'
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
