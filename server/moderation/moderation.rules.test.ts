import { describe, expect, test } from 'vitest'
import { resolution, targetType } from '#contract/moderation.ts'
import { refuseResolution } from './moderation.rules.ts'

const moderator = 1
const somebody = { userId: 2, is_moderator: false, is_suspended: false }

describe.each(targetType.options)('Of a reported thing that is a %s', (type) => {
  test.each(resolution.options)('a moderator may decide: %s', (action) => {
    const refused = refuseResolution(moderator, { type, ...somebody }, action)
    expect(refused?.status ?? 200).toBe(type === 'user' && action === 'remove' ? 400 : 200)
  })

  test.each(resolution.options)('nobody decides about themselves: %s', (action) => {
    expect(
      refuseResolution(moderator, { type, ...somebody, userId: moderator, is_moderator: true }, action)?.status,
    ).toBe(403)
  })

  test.each(resolution.options)('nobody decides about another moderator: %s', (action) => {
    expect(refuseResolution(moderator, { type, ...somebody, is_moderator: true }, action)?.status).toBe(403)
  })

  test.each([
    ['dismiss', 200],
    ['remove', type === 'user' ? 400 : 200],
    ['suspend', 409],
  ] as const)('of somebody who is suspended: %s', (action, status) => {
    expect(refuseResolution(moderator, { type, ...somebody, is_suspended: true }, action)?.status ?? 200).toBe(status)
  })
})
