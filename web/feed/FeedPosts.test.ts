import { expect, test } from 'vitest'
import type { ShownPost } from './feed-bands.ts'
import { foldPosts } from './FeedPosts.tsx'

const noDividers = new Map<number, string>()

/** Folds posts with these authors; returns the authors as shown, with folded ones in brackets. */
function fold(authors: string, dividers: ReadonlyMap<number, string> = noDividers): string {
  const posts = Array.from(authors, (author, id) => ({ id, user_id: author.charCodeAt(0) }) as ShownPost)
  const folded = foldPosts([{ posts: posts.slice(0, 10) }, { posts: posts.slice(10) }], dividers)
  const edge = (id: number | undefined, mark: string) => (id === undefined ? '' : mark)
  return posts
    .map(({ id }) => {
      const first = folded.find((group) => group[0]!.id === id)
      const last = folded.find((group) => group.at(-1)!.id === id)
      return `${edge(first?.[0]?.id, '(')}${authors[id]}${edge(last?.[0]?.id, ')')}`
    })
    .join('')
}

test('Of thirty posts of one account three are shown', () => {
  expect(fold(`${'a'.repeat(30)}bcd`)).toBe(`aaa(${'a'.repeat(27)})bcd`)
})

test('Two accounts that take turns have three each', () => {
  expect(fold('abababababxab')).toBe('ababab(abab)x(ab)')
})

test('Four people who take turns are shown whole', () => {
  expect(fold('abcdabcdabcdabcdabcd')).toBe('abcdabcdabcdabcdabcd')
})

test('After ten posts of others an author is shown again', () => {
  expect(fold('aaabcdefghijkaaaa')).toBe('aaabcdefghijkaaa(a)')
})

test('A wider circle begins anew', () => {
  expect(fold('aaaaaaaa', new Map([[5, 'entro 25 km']]))).toBe('aaa(aa)aaa')
})
