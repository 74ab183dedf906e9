import { describe, expect, test } from 'vitest'
import { type Role, resolution, targetType } from '#contract/moderation.ts'
import { refuseAdministration, refuseResolution, refuseRole } from './moderation.rules.ts'
import { moderationText } from './moderation.text.ts'

const moderatorId = 1
const owner = { userId: 2, is_moderator: false, is_suspended: false }

describe.each(targetType.options)('A report of a %s', (type) => {
  test.each(resolution.options)('A moderator may decide: %s', (action) => {
    const refused = refuseResolution(moderatorId, { type, ...owner }, action)
    expect(refused?.status ?? 200).toBe(type === 'user' && action === 'remove' ? 400 : 200)
  })

  test.each(resolution.options)('A moderator may not decide about their own content: %s', (action) => {
    expect(refuseResolution(moderatorId, { type, ...owner, userId: moderatorId, is_moderator: true }, action)).toEqual({
      status: 403,
      sentence: moderationText.ownCase,
    })
  })

  test.each(resolution.options)('A moderator may not decide about another moderator: %s', (action) => {
    expect(refuseResolution(moderatorId, { type, ...owner, is_moderator: true }, action)?.status).toBe(403)
  })

  test('Nobody is suspended for what belongs to nobody', () => {
    const refused = refuseResolution(moderatorId, { type, ...owner, userId: null }, 'suspend')
    expect(refused).toEqual({ status: 400, sentence: moderationText.nobodyToSuspend })
    expect(refuseResolution(moderatorId, { type, ...owner, userId: null }, 'dismiss')).toBeNull()
  })

  test.each([
    ['dismiss', 200],
    ['remove', type === 'user' ? 400 : 200],
    ['suspend', 409],
  ] as const)('A suspended user is not suspended again, other decisions are possible: %s', (action, status) => {
    expect(refuseResolution(moderatorId, { type, ...owner, is_suspended: true }, action)?.status ?? 200).toBe(status)
  })
})

const roles: Role[] = ['user', 'moderator', 'administrator']

test.each(roles)('The operator acts on everybody, and gives every role: %s', (role) => {
  expect(refuseAdministration({ actorId: null, userId: 2, role })).toBeNull()
  expect(refuseRole(null, role)).toBeNull()
})

test.each([
  ['user', null],
  ['moderator', null],
  ['administrator', 403],
] as const)('An administrator acts on others, and gives roles, but for administrators: %s', (role, status) => {
  expect(refuseAdministration({ actorId: 1, userId: 2, role })?.status ?? null).toBe(status)
  expect(refuseRole(1, role)?.status ?? null).toBe(status)
})

test('An administrator does not act on themselves', () => {
  for (const role of roles)
    expect(refuseAdministration({ actorId: 1, userId: 1, role })?.sentence).toBe(moderationText.notOnYourself)
})
