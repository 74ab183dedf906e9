import { findAccount } from '#server/auth/auth.queries.ts'
import { viewCurrentUser } from '#server/auth/auth.views.ts'
import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/http.ts'
import { updateOnboardingCompleted } from './onboarding.queries.ts'

export const onboardingRoutes = (db: Database): Pick<Handlers, 'completeOnboarding'> => ({
  async completeOnboarding(_input, { viewer }) {
    await updateOnboardingCompleted(db, viewer.id)
    return { success: true, user: viewCurrentUser(await findAccount(db, viewer.id)) }
  },
})
