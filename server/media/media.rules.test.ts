import { expect, test } from 'vitest'
import { pictureUrl } from './media.rules.ts'

test('The address of a picture is that of its largest width', () => {
  expect(pictureUrl('abc')).toMatch(/^\/media\/abc-1280\./)
})
