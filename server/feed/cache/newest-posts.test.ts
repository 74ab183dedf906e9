import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeNewest } from './newest-posts.ts'
import type { NewestPosts } from './published-posts.ts'

const postWithId = (id: number) => ({
  id,
  author_id: id % 7,
  latitude: 45,
  longitude: 9,
  followers_only: false,
  is_private: false,
  is_active: true,
})
const idsOf = ({ posts }: Pick<NewestPosts, 'posts'>) => posts.map(({ id }) => id)
const all = { before: Number.MAX_SAFE_INTEGER, isWanted: () => true, isEnough: () => false, onTaken: () => undefined }

/** Lists of different posts, of which the older ones may be missing. */
const listsOfPosts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(4)), { maxLength: 120 })
  .chain((pairs) => {
    const listById = new Map(pairs)
    const full = Array.from({ length: 5 }, (_, list) =>
      [...listById]
        .filter(([, other]) => other === list)
        .map(([id]) => id)
        .toSorted((a, b) => b - a),
    )
    return fc.tuple(fc.constant(full), fc.array(fc.nat(30), { minLength: 5, maxLength: 5 }))
  })

test('A merge equals the newest posts of all, as far down as it says that it is complete', () => {
  fc.assert(
    fc.property(listsOfPosts, fc.integer({ min: 1, max: 600 }), ([full, sizes], before) => {
      const lists = full.map((ids, list): NewestPosts => {
        const kept = ids.slice(0, sizes[list])
        return { posts: kept.map(postWithId), completeFrom: kept.length === ids.length ? 0 : (kept.at(-1) ?? 1000) }
      })
      const isWanted = ({ id }: { id: number }) => id % 3 !== 0
      const merged = mergeNewest(lists, { ...all, before, isWanted })
      const expected = full
        .flat()
        .toSorted((a, b) => b - a)
        .filter((id) => id < before && id >= merged.completeFrom && isWanted({ id }))
      expect(idsOf(merged)).toEqual(expected)
    }),
  )
})

test('A merge stops when enough posts were taken, and says down to where it is complete', () => {
  let taken = 0
  const lists = [
    { posts: [9, 7, 5, 3].map(postWithId), completeFrom: 0 },
    { posts: [8, 2].map(postWithId), completeFrom: 0 },
  ]
  const merged = mergeNewest(lists, { ...all, isEnough: () => taken === 3, onTaken: () => void taken++ })
  expect(idsOf(merged)).toEqual([9, 8, 7])
  expect(merged.completeFrom).toBe(6)
})
