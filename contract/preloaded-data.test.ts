import { describe, expect, test } from 'vitest'
import {
  type FeedPosition,
  inlinePreloadedData,
  type PreloadedData,
  readPositionCookie,
  writePositionCookie,
} from './preloaded-data.ts'

describe('The position cookie', () => {
  test.each<FeedPosition>([
    { lat: 45.46, lon: 9.19 },
    { lat: -33.9, lon: -151 },
    { lat: 0, lon: 0 },
    { lat: 45.46, lon: 9.19, radius: '25' },
    { lat: 45.46, lon: 9.19, radius: 'everywhere' },
  ])('%j is read as it was written', (position) => {
    expect(readPositionCookie(writePositionCookie(position))).toEqual(position)
  })

  test.each([
    undefined,
    '',
    '_',
    '45.46',
    '45.461_9.19',
    '45.46_9.1876',
    '45.46_9.19_2',
    '45.46_9.19_',
    '45.46_9.19_1_1',
    'x_y',
    '1e9_2',
    ' 45.46_9.19',
    '45.46_9.19\n',
  ])('%j is malformed', (cookie) => {
    expect(readPositionCookie(cookie)).toBeNull()
  })
})

test('No text of a user can close the element that holds the data, and all of it is read back unchanged', () => {
  const text = '</script><script>alert(1)</script><!-- $& $1 \u2028 \u2029 </body> “è”'
  const data = { feed: { posts: [{ text }] } } as unknown as PreloadedData
  const page = inlinePreloadedData('<body><div id="root"></div></body>', data)
  const [, json = ''] = page.match(/<script type="application\/json" id="opening">(.*)<\/script>/s) ?? []
  expect(JSON.parse(json)).toEqual(data)
  expect(json).not.toMatch(/[<\u2028\u2029]/)
  expect(page.match(/<\/script>/g)).toHaveLength(1)
  expect(page.endsWith('</script>\n  </body>')).toBe(true)
})
