import { describe, expect, test } from 'vitest'
import { resolution, targetType } from '#contract/moderation.ts'
import { refuseResolution } from './moderation.rules.ts'

const moderatorId = 1
const owner = { userId: 2, is_moderator: false, is_suspended: false }

describe.each(targetType.options)('A report of a %s', (type) => {
  test.each(resolution.options)('A moderator may decide: %s', (action) => {
    const refused = refuseResolution(moderatorId, { type, ...owner }, action)
    expect(refused?.status ?? 200).toBe(type === 'user' && action === 'remove' ? 400 : 200)
  })

  test.each(resolution.options)('A moderator may not decide about their own content: %s', (action) => {
    expect(
      refuseResolution(moderatorId, { type, ...owner, userId: moderatorId, is_moderator: true }, action)?.status,
    ).toBe(403)
  })

  test.each(resolution.options)('A moderator may not decide about another moderator: %s', (action) => {
    expect(refuseResolution(moderatorId, { type, ...owner, is_moderator: true }, action)?.status).toBe(403)
  })

  test.each([
    ['dismiss', 200],
    ['remove', type === 'user' ? 400 : 200],
    ['suspend', 409],
  ] as const)('A suspended user is not suspended again, other decisions are possible: %s', (action, status) => {
    expect(refuseResolution(moderatorId, { type, ...owner, is_suspended: true }, action)?.status ?? 200).toBe(status)
  })
})
