import * as z from 'zod'
import { currentUser } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, latitudeInput, longitudeInput } from './fields.ts'
import { listedUser } from './listed-user.ts'
import { followablePlace } from './places.ts'

/** A person whom the viewer does not know yet, with what the viewer finds in the profile: the reasons to follow them. */
const suggestedUser = listedUser.extend({
  bio: z.string(),
  /** The name of the place of the newest post for which they are suggested, a public one. */
  wrote_from: z.string(),
})
export type SuggestedUser = z.output<typeof suggestedUser>

export const onboardingCalls = {
  completeOnboarding: {
    summary: 'Mark the onboarding as completed',
    path: 'POST auth/complete_onboarding',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId }),
    output: z.object({ success: z.literal(true), user: currentUser }),
  },

  getOnboardingSuggestions: {
    summary: 'Users who post nearby and active places nearby, without blocked or already followed ones',
    path: 'GET onboarding/get_suggestions',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, lat: latitudeInput, lon: longitudeInput }),
    output: z.object({ success: z.literal(true), users: z.array(suggestedUser), locations: z.array(followablePlace) }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
