import { queryOptions, useMutation } from '@tanstack/react-query'
import { holdsPlaces } from '#web/places/places.api.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { storeUser } from '#web/platform/current-user.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { showToast } from '#web/ui/toast.ts'
import { holdsPeople } from '#web/users/users.api.ts'

/** Stores the changed user; the guards then redirect. */
export const useCompleteOnboarding = () =>
  useMutation({
    mutationFn: async () => storeUser((await call('completeOnboarding', {})).user),
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

/** Suggested users and places. They stay in the list after they were followed. */
export function onboardingSuggestionsQuery(position: Position | null) {
  const near = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['onboarding', 'getOnboardingSuggestions', near],
    queryFn: async ({ signal }) => {
      const { users, locations } = await call('getOnboardingSuggestions', near, signal)
      return { people: users, locations }
    },
    meta: { ...holdsPeople, ...holdsPlaces },
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}
