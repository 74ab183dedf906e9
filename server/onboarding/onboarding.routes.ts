import type { onboardingCalls } from '#contract/onboarding.ts'
import { findAccount } from '#server/auth/auth.queries.ts'
import { viewCurrentUser } from '#server/auth/auth.views.ts'
import type { AppContext } from '#server/app-context.ts'
import { withPictures } from '#server/places/picture.queries.ts'
import { viewFollowablePlace } from '#server/places/places.views.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { viewListedUser } from '#server/users/users.views.ts'
import { findSuggestedPlaces, findSuggestedUsers, updateOnboardingCompleted } from './onboarding.queries.ts'

/** Suggested users, and suggested places. */
const suggestionsPerKind = 10

export const onboardingRoutes = ({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof onboardingCalls> => ({
  async completeOnboarding(_input, { viewer }) {
    await updateOnboardingCompleted(db, viewer.id)
    return { success: true, user: viewCurrentUser(await findAccount(db, viewer.id)) }
  },

  async getOnboardingSuggestions({ lat, lon }, { viewer }) {
    const point = readPoint(lat, lon)
    const [users, places] = await Promise.all([
      findSuggestedUsers(db, viewer.id, point, suggestionsPerKind),
      findSuggestedPlaces(db, viewer.id, point, suggestionsPerKind),
    ])
    return {
      success: true,
      users: users.map(({ bio, wrote_from, ...user }) => ({ ...viewListedUser(user), bio, wrote_from })),
      locations: (await withPictures(db, viewer.id, places)).map((place) =>
        viewFollowablePlace({ ...place, is_followed: false }),
      ),
    }
  },
})
