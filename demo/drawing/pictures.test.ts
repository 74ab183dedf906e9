import { describe, expect, it } from 'vitest'
import { drawPortrait } from './portrait.ts'
import { drawPostcard } from './postcard.ts'

describe('the demo pictures', () => {
  it('are the same for the same seed, and contain no text', () => {
    expect(drawPostcard({ seed: 7 })).toBe(drawPostcard({ seed: 7 }))
    expect(drawPortrait('bia')).toBe(drawPortrait('bia'))
    expect(drawPostcard({ seed: 7 })).not.toBe(drawPostcard({ seed: 8 }))
    for (let seed = 0; seed < 40; seed += 1) expect(drawPostcard({ seed })).not.toMatch(/<text|NaN|undefined/)
  })
})
