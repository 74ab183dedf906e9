import { expect, test } from 'vitest'
import { fittingSize } from './convert-video.ts'

test.each<[string, [number, number], [number, number]]>([
  ['a phone held upright', [1080, 1920], [720, 1280]],
  ['a phone held flat', [3840, 2160], [1280, 720]],
  ['a square', [1000, 1000], [720, 720]],
  ['an old phone', [640, 360], [640, 360]],
  ['a long strip', [4000, 300], [1280, 96]],
  ['an odd size', [639, 361], [640, 362]],
])('A video of %s, %j, is made %j: within the limits, never enlarged, even', (_kind, size, [width, height]) => {
  expect(fittingSize(...size)).toEqual({ width, height })
})
